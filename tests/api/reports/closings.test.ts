import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import readXlsxFile from 'read-excel-file/universal';
import { ulid } from 'ulid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BodyOf } from '#contract/endpoint.ts';
import {
  type Closing,
  decideClosing,
  proposeClosing,
  readClosings,
  takeBackClosing,
} from '#contract/modules/reports/report-closings.ts';
import { exportReport } from '#contract/modules/reports/reports.ts';
import { pruneFiles } from '#server/features/files/pruning.ts';
import type { FileStore } from '#server/gateways/file-store.ts';
import { dayOf } from '#server/time.ts';
import { aProposedClosing } from '#tests/support/closings.ts';
import { draws } from '#tests/support/draws.ts';
import { askFile } from '#tests/support/exported.ts';
import { asOwner, markPaid } from '#tests/support/factories.ts';
import { foldAll } from '#tests/support/folding.ts';
import { historyPeople, historyPlaces } from '#tests/support/histories.ts';
import { trailOf } from '#tests/support/journey.ts';
import { events, happens, storeTicket, tickets } from '#tests/support/later-events.ts';
import { partly } from '#tests/support/partly.ts';
import { textOfPdf } from '#tests/support/pdf-text.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { sendConfirmed } from '#tests/support/statements.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let admin: Person;
let second: Person;
let people: Awaited<ReturnType<typeof historyPeople>>;

beforeAll(async () => {
  app = await startTestApp();
  // The sweep of every five minutes would find that some of these old bookings' bills are late.
  await sql`delete from pgboss.schedule`.execute(app.db);
  admin = await makePerson(app, 'state admin');
  second = await makePerson(app, 'state admin');
  people = await historyPeople(app.db);
  for (const one of fc.sample(tickets, draws(40, 42))) await storeTicket(app, people, one);
});
afterAll(() => app.stop());

const days = { from: '2023-01-01', to: '2023-01-31' };
type Asked = BodyOf<typeof proposeClosing>;

const propose = async (body: Partial<Asked>, by = admin): Promise<Closing> =>
  (await by.ok(proposeClosing, { body: { kind: 'standard', ...days, ...body } })).data;

const decide = (id: string, by = second) =>
  by.call(decideClosing, { params: { id }, body: { agrees: true } });

async function closed(body: Partial<Asked>): Promise<Closing> {
  const { id } = await propose(body);
  return (await second.ok(decideClosing, { params: { id }, body: { agrees: true } })).data;
}

const queryOf = ({ kind, from, to, zone }: Closing) => ({
  kind,
  from,
  to,
  ...(zone !== null && { zone }),
});

async function read(closing: Closing) {
  const query = { ...queryOf(closing), closing: closing.id };
  const { kept } = (await admin.ok(readClosings, { query })).data;
  if (!kept) throw new Error('Nothing was kept.');
  return kept;
}

const listed = async (query: Record<string, string>) =>
  (await admin.ok(readClosings, { query })).data.closings;

const bytesOf = async (id: string) => {
  const kept = app.db.selectFrom('report_closings').select('data').where('id', '=', id);
  return (await kept.executeTakeFirstOrThrow()).data;
};

const refusal = (status: number, code: string) => ({ status, body: { code } });

test('a report is closed by a second person, and the trail has both with its number and hash', async () => {
  const before = (await trailOf(app.db)).at(-1)?.id ?? 0;
  const { id, number, sha256 } = await propose({ zone: 'Zaria' });
  expect(
    createHash('sha256')
      .update(await bytesOf(id))
      .digest('hex'),
  ).toBe(sha256);
  expect(await decide(id, admin)).toMatchObject(refusal(409, 'own_proposal'));
  const related = await makePerson(app, 'state admin');
  await asOwner(app, 'update users set added_by = $1 where id = $2', [admin.id, related.id]);
  expect((await decide(id, related)).status).toBe(409);
  expect((await second.call(takeBackClosing, { params: { id } })).status).toBe(403);
  const { body } = await decide(id);
  expect(body).toMatchObject({ data: { state: 'closed', version: 1, zone: 'Zaria' } });
  const told = { closing: id, version: 1, number, sha256 };
  const trail = await trailOf(app.db, { after: before });
  expect(trail.filter(({ record_type: of }) => of === 'organisation')).toMatchObject([
    { event: 'report.closing-proposed', actor_id: admin.id, after: { ...told, waits: true } },
    { event: 'report.closed', actor_id: second.id, after: { ...told, state: 'closed' } },
  ]);
  expect(await decide(id)).toMatchObject(refusal(409, 'already_decided'));
});

test('of two who propose at once one wins, and of two who confirm at once', async () => {
  const body = { kind: 'e' as const, ...days, zone: 'Chikun' };
  const both = await Promise.all([admin, second].map((by) => by.call(proposeClosing, { body })));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  const [waiting] = await listed(body);
  const others = [await makePerson(app, 'state admin'), await makePerson(app, 'state admin')];
  const confirmed = await Promise.all(others.map((by) => decide(waiting?.id ?? '', by)));
  expect(confirmed.map(({ status }) => status).sort()).toEqual([200, 409]);
  const events = (await trailOf(app.db)).filter(
    ({ event, after: is }) =>
      event === 'report.closed' && JSON.stringify(is).includes(waiting?.id ?? 'none'),
  );
  expect(events).toHaveLength(1);
});

test('what was taken back or refused may be proposed again, as the same version', async () => {
  const asked = { kind: 'f-and-a' as const, from: '2022-11-01', to: '2022-11-30', zone: 'Giwa' };
  const first = await propose(asked);
  const again = await admin.call(proposeClosing, { body: asked });
  expect(again).toMatchObject(refusal(409, 'already_proposed'));
  await admin.ok(takeBackClosing, { params: { id: first.id } });
  const { id } = await propose(asked);
  const no = { agrees: false, reason: 'The bank is late.' };
  await second.ok(decideClosing, { params: { id }, body: no });
  expect((await closed(asked)).version).toBe(1);
  const all = await listed(asked);
  expect(all.map(({ state, refusal: why }) => [state, why])).toEqual([
    ['closed', ''],
    ['refused', 'The bank is late.'],
    ['taken back', ''],
  ]);
});

test('payments compared with nothing are not closed', async () => {
  const body = { kind: 'er' as const, from: '2023-02-01', to: '2023-02-03' };
  const close = () => admin.call(proposeClosing, { body });
  expect(await close()).toMatchObject({
    status: 409,
    body: {
      code: 'no_statement',
      error: expect.stringContaining('for 3 of these days') as unknown,
    },
  });
  const clients = [admin.client, second.client] as const;
  const send = (from: string, to: string) =>
    sendConfirmed(clients, `Date,Reference,Amount\n${from},KD-${from},5\n`, { from, to });
  await send('2023-02-01', '2023-02-02');
  expect(await close()).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining('for one of these days') as unknown },
  });
  await send('2023-02-03', '2023-02-03');
  expect(await close()).toMatchObject({ status: 200 });
});

test('whoever holds the paper fetches the figures and computes their hash again', async () => {
  const zone = 'Igabi';
  const closing = await closed({ kind: 'f-and-a', from: '2023-02-01', to: '2023-02-10', zone });
  const fetched = (hash: string) => fetch(`${app.url}/closed/${hash}`);
  const answer = await fetched(closing.sha256);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(closing.sha256);
  const next = { from: '2023-02-11', to: '2023-02-20', zone };
  const { id, sha256 } = await propose({ kind: 'f-and-a', ...next });
  expect((await fetched(sha256)).status, 'while it waits').toBe(404);
  await admin.ok(takeBackClosing, { params: { id } });
  for (const wrong of ['x', '0'.repeat(64), `${closing.sha256}0`, '..%2f..%2fetc'])
    expect((await fetched(wrong)).status, wrong).toBe(404);
  const query = { ...queryOf(closing), closing: closing.id };
  const file = await askFile(app, admin, exportReport, { ...query, format: 'xlsx' });
  const sheets = await readXlsxFile(await file.arrayBuffer());
  const said = JSON.stringify(sheets);
  expect(said).toContain(`/closed/${closing.sha256}`);
  expect(said).toMatch(/proposed to close this report on [\d :-]+ WAT, and .+ closed it on/);
});

test('days that are not over, a report of this moment and sums that do not meet are not closed', async () => {
  const today = dayOf(new Date());
  const call = (changes: object) =>
    admin.call(proposeClosing, { body: { kind: 'f-and-a', ...days, ...changes } });
  expect(await call({ from: today, to: today })).toMatchObject({
    status: 400,
    body: { fields: { to: 'Select days up to yesterday.' } },
  });
  expect((await call({ kind: 'snapshot' })).status).toBe(400);
  expect((await call({ zone: 'Nowhere' })).status).toBe(400);
  await foldAll(app.db);
  await asOwner(
    app,
    `update figures set paid = paid + 1 where kind = 'act' and span = 'month'
       and starts = '2023-01-01' and zone = '' and organisation = 'Kaduna'`,
  );
  const wrong = await call({ kind: 'standard', from: '2022-12-01', to: '2023-01-31' });
  await asOwner(app, 'select recount_figures()');
  expect(wrong).toMatchObject(refusal(409, 'sums_do_not_meet'));
});

test('a closing is of a whole organisation to close, and of one’s own place to read', async () => {
  const closing = await closed({ kind: 'b-and-p', zone: 'Zaria', to: '2023-01-30' });
  const { id } = closing;
  const inZaria = await makePerson(app, 'state admin', { zone: 'Zaria' });
  const inChikun = await makePerson(app, 'zonal head', { zone: 'Chikun' });
  const inOgun = await makePerson(app, 'state admin', { state: 'Ogun' });
  const body = { kind: 'b-and-p' as const, ...days };
  expect(await inZaria.call(proposeClosing, { body })).toMatchObject(refusal(403, 'out_of_scope'));
  expect((await decide(id, inZaria)).status).toBe(403);
  const own = await inZaria.ok(readClosings, { query: { ...queryOf(closing), closing: id } });
  expect(own.data.kept?.report.place).toBe('Zaria, Kaduna');
  for (const other of [inChikun, inOgun]) {
    const kept = { kind: closing.kind, from: closing.from, to: closing.to, closing: id };
    expect((await other.call(readClosings, { query: kept })).status).toBe(404);
    const query = { ...body, format: 'pdf', closing: id };
    expect((await askFile(app, other, exportReport, query)).status).toBe(404);
  }
  expect((await decide(id, inOgun)).status).toBe(404);
});

test('a closed period stays as it was whatever comes to its tickets later', async () => {
  const steady = [];
  for (const kind of ['standard', 'f-and-a', 'e'] as const) steady.push(await closed({ kind }));
  const kept = await Promise.all(steady.map(({ id }) => bytesOf(id)));
  const histories = fc.sample(fc.array(events, { minLength: 1, maxLength: 6 }), draws(12, 43));
  for (const history of histories) {
    for (const one of history) await happens(app, people, one);
    for (const one of steady) {
      const { changed, changes } = await read(one);
      expect([changed, changes], `${one.kind} after ${JSON.stringify(history)}`).toEqual([0, []]);
    }
  }
  expect(await Promise.all(steady.map(({ id }) => bytesOf(id)))).toEqual(kept);
});

test('B&P of a closed period says exactly which figures a payment has changed', async () => {
  const of = { from: '2021-03-01', to: '2021-03-31' };
  const made = new Date('2021-03-05T10:00:00Z');
  const ticket = { officer: 0, place: historyPlaces[0] ?? never(), made, paidAfter: 0 };
  for (const fate of ['billed', 'new'] as const)
    await storeTicket(app, people, { ...ticket, fate, code: '12020502', naira: 400 });
  const closing = await closed({ kind: 'b-and-p', ...of });
  expect((await read(closing)).changed).toBe(0);
  const booking = await app.db
    .selectFrom('bookings')
    .select('id')
    .where('created_at', '=', made)
    .where('bill_ref', 'is not', null)
    .executeTakeFirstOrThrow();
  await markPaid(app.db, booking.id);
  const { changed, changes } = await read(closing);
  const figure = (row: string, column: string) => ({
    table: 'By offence',
    row,
    column,
  });
  const kinds = { Paid: [0, 1], 'Paid (₦)': [0, 400], 'Paid (%)': [0, 50] } as const;
  for (const row of ['LGC-02', 'Total'])
    for (const [column, [then, now]] of Object.entries(kinds))
      expect(changes).toContainEqual(
        expect.objectContaining({ ...figure(row, column), then, now }),
      );
  const other = changes.filter(({ table, column }) => table === 'By offence' && !(column in kinds));
  expect(other).toMatchObject([{ ...figure('LGC-02', 'Days to pay'), then: null }]);
  expect(changed).toBe(7);
});

test('a closed report is closed again for a reason, as version 2, and version 1 stays', async () => {
  const zone = 'Kajuru';
  const first = await closed({ to: '2023-01-15', zone });
  const before = await bytesOf(first.id);
  const body = { kind: 'standard' as const, from: days.from, to: '2023-01-15', zone };
  expect(await admin.call(proposeClosing, { body })).toMatchObject({
    status: 400,
    body: { fields: { reason: 'Enter a reason for closing the report again.' } },
  });
  const next = await closed({ to: '2023-01-15', zone, reason: 'A bank line was missing.' });
  expect(next).toMatchObject({ version: 2, reason: 'A bank line was missing.' });
  expect(await bytesOf(first.id)).toEqual(before);
  const all = await listed(body);
  expect(all.map(({ version, state }) => [version, state])).toEqual([
    [2, 'closed'],
    [1, 'closed'],
  ]);
});

test('the database keeps what was closed, whoever would change it', async () => {
  const { id } = await closed({ from: '2023-01-02', zone: 'Giwa' });
  const forged = Buffer.from('{}');
  const sha256 = createHash('sha256').update(forged).digest('hex');
  const change = app.db.updateTable('report_closings').where('id', '=', id);
  await expect(change.set({ data: forged, sha256 }).execute()).rejects.toThrow('permission denied');
  await expect(
    asOwner(app, 'update report_closings set data = $1, sha256 = $2 where id = $3', [
      forged,
      sha256,
      id,
    ]),
  ).rejects.toThrow('its data stays');
  const refused = { outcome: 'refused', refusal: 'Later.' };
  await expect(
    app.db.updateTable('proposals').set(refused).where('id', '=', id).execute(),
  ).rejects.toThrow('decides it once');
});

test('the files of a closed report are of what was kept, and say so', async () => {
  const zone = 'Kaura';
  const closing = await closed({ kind: 'b-and-p', from: '2023-01-03', zone });
  const { id, version, sha256, number } = closing;
  await sql`update bookings set withdrawn_at = now(), withdrawn_by = ${people.superiorId},
              withdrawn_reason = 'Booked twice.'
            where organisation = 'Kaduna' and not paid and withdrawn_at is null
              and lagos_day(created_at) between '2023-01-03' and '2023-01-31'`.execute(app.db);
  const query = { ...queryOf(closing), closing: id };
  const answer = await askFile(app, admin, exportReport, { ...query, format: 'xlsx' });
  const about = (await readXlsxFile(await answer.arrayBuffer())).at(-1)?.data;
  expect(about).toContainEqual(['Number', number]);
  expect(about).toContainEqual(['Times', 'West Africa Time (WAT), UTC+1']);
  expect(about).toContainEqual(['Status', `Closed, version ${version}, SHA-256 ${sha256}`]);
  const paper = await askFile(app, admin, exportReport, { ...query, format: 'pdf' });
  expect(paper.headers.get('content-disposition')).toContain(number);
});

const pdfOf = async (closing: Closing, by = admin) => {
  const query = { ...queryOf(closing), closing: closing.id, format: 'pdf' };
  const answer = await askFile(app, by, exportReport, query);
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
};
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

test('the paper of a closed report is kept to the byte, and the trail of the closing has its hash', async () => {
  const closing = await closed({ kind: 'f-and-a', zone: 'Jaba' });
  expect(closing.paper).toMatch(/^[0-9a-f]{64}$/);
  const observer = await makePerson(app, 'observer');
  const [first, again] = [await pdfOf(closing), await pdfOf(closing, observer)];
  expect([first.status, hashOf(first.bytes)]).toEqual([200, closing.paper]);
  expect(again.bytes.equals(first.bytes)).toBe(true);
  const words = textOfPdf(first.bytes).replaceAll(/\s+/g, ' ');
  expect(words.replaceAll(' ', '')).toContain(`/closed/${closing.sha256}`);
  expect(words).toMatch(/proposed to close this report on .+ WAT, and .+ closed it on/);
  const trail = await trailOf(app.db);
  const row = trail.findLast(({ event }) => event === 'report.closed');
  expect(row?.after).toMatchObject({ closing: closing.id, paper: closing.paper });
  const elsewhere = await makePerson(app, 'zonal head', { zone: 'Chikun' });
  expect((await pdfOf(closing, elsewhere)).status).toBe(404);
});

test('neither the sweep of files nor whoever owns the database takes the paper away', async () => {
  const by = (await makePerson(app, 'state admin')).id;
  const id = await aProposedClosing(app, { by, day: '2022-06-01', zone: 'Jaba' });
  const [file, orphan] = [ulid(1), ulid(1)];
  await asOwner(
    app,
    `insert into files (id, kind, content_type, bytes, sha256)
     values ($1, 'closed report', 'application/pdf', 1, $2)`,
    [file, '0'.repeat(64)],
  );
  await app.db.insertInto('closed_papers').values({ id, file_id: file }).execute();
  const since = new Date('2020-01-01');
  for (const one of [file, orphan])
    await asOwner(app, 'insert into unused_files (id, since) values ($1, $2)', [one, since]);
  const removed: string[] = [];
  const store = partly<FileStore>({
    async *keys() {
      yield await Promise.resolve([file, orphan]);
    },
    remove: (key: string) => Promise.resolve(void removed.push(key)),
  });
  await pruneFiles({ db: app.db, store, backupKeepDays: 0 });
  expect(removed).toEqual([orphan]);
  for (const forged of [
    'update closed_papers set file_id = file_id where id = $1',
    'delete from closed_papers where id = $1',
  ])
    await expect(asOwner(app, forged, [id])).rejects.toThrow('stays as it was made');
  await expect(asOwner(app, 'delete from files where id = $1', [file])).rejects.toThrow(
    'closed_papers_file_id_fkey',
  );
});

test('a refused closing keeps no paper, and of two who confirm at once one paper stays', async () => {
  const filesOf = async () =>
    (await app.db.selectFrom('files').select('id').where('kind', '=', 'closed report').execute())
      .length;
  const before = await filesOf();
  const refused = await propose({ kind: 'e', zone: 'Kaura' });
  const no = { agrees: false, reason: 'Not yet.' };
  const params = { id: refused.id };
  expect((await second.ok(decideClosing, { params, body: no })).data.paper).toBeNull();
  const { id } = await propose({ kind: 'e', zone: 'Kaura' });
  const third = await makePerson(app, 'state admin');
  const both = await Promise.all([decide(id), decide(id, third)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await filesOf()).toBe(before + 1);
});

test('one that was closed before papers were kept has none, and its PDF is made from its figures', async () => {
  const by = (await makePerson(app, 'state admin')).id;
  const id = await aProposedClosing(app, { by, day: '2022-05-01', zone: 'Jaba' });
  const told = { outcome: 'confirmed', decided_by: second.id, decided_at: new Date() };
  await app.db.updateTable('proposals').set(told).where('id', '=', id).execute();
  const [old] = await listed({
    kind: 'f-and-a',
    from: '2022-05-01',
    to: '2022-05-01',
    zone: 'Jaba',
  });
  expect(old).toMatchObject({ id, state: 'closed', paper: null });
  expect((await pdfOf(old ?? never())).status).toBe(200);
});

function never(): never {
  throw new Error('There are places.');
}
