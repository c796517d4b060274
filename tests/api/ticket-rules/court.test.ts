import { ulid } from 'ulid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBooking, withdrawBooking } from '#contract/bookings.ts';
import {
  draftCases,
  exportCaseFile,
  exportCases,
  leaveDraft,
  listCases,
  lockBatch,
  noteHearing,
  noteOutcome,
  readCase,
} from '#contract/court.ts';
import { showTicket } from '#contract/papers.ts';
import { compareRecords } from '#server/features/audit/records.ts';
import { anImage } from '#tests/support/collisions.ts';
import { aDispute } from '#tests/support/disputes.ts';
import { aDuty } from '#tests/support/duties.ts';
import { askFile } from '#tests/support/exported.ts';
import { markPaid } from '#tests/support/factories.ts';
import { dayFromNow } from '#tests/support/fees.ts';
import { billed, booked, trailOf } from '#tests/support/journey.ts';
import { textOfPdf } from '#tests/support/pdf-text.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { ticketRules } from '#tests/support/ticket-rules.ts';

let app: TestApp;
let admin: Person;
let second: Person;
let head: Person;
let officer: Person;

beforeAll(async () => {
  app = await startTestApp();
  admin = await makePerson(app, 'state admin');
  second = await makePerson(app, 'state admin');
  head = await makePerson(app, 'zonal head', { zone: 'Zaria' });
  officer = await makePerson(app, 'booking officer', { zone: 'Zaria' });
  const both = { by: admin.id, decidedBy: second.id };
  await ticketRules(app, { ...both, days: -90, rules: { referralDays: 10 } });
  for (const { id: user } of [admin, head])
    await aDuty(app, {
      ...both,
      by: second.id,
      decidedBy: officer.id,
      duty: 'court officer',
      user,
    });
});
afterAll(() => app.stop());

/** A ticket of two offences that was due so many days ago. */
async function dueSince(days: number): Promise<string> {
  const { _id: id } = await booked(officer, { offence: [{ id: 'LGC-16' }, { id: 'TMS-01' }] });
  await app.owner
    .updateTable('bookings')
    .set({ due_day: dayFromNow(-days) })
    .where('id', '=', id)
    .execute();
  return id;
}

const draft = (by: Person, ...bookings: string[]) =>
  by.call(draftCases, { body: { court: 'Mobile Court, Zaria', bookings } });
const drafted = async (...bookings: string[]) =>
  (await admin.ok(draftCases, { body: { court: 'Mobile Court, Zaria', bookings } })).data.batch;
const lock = (by: Person, id: string) => by.call(lockBatch, { params: { id } });
const stateOf = async (id: string) => (await admin.ok(readCase, { params: { id } })).data.state;
const hearing = (id: string) =>
  admin.call(noteHearing, {
    params: { id },
    body: { day: dayFromNow(5), place: 'Room 2', suit: 'KD/7/26' },
  });
const outcome = (
  id: string,
  charges: object[],
  files: Awaited<ReturnType<typeof anImage>>[] = [],
) =>
  admin.call(noteOutcome, {
    params: { id },
    body: { charges, paidWhere: 'Court registry', courtReceipt: 'R-19' },
    files: files.map((file) => ({ ...file, field: 'paper' })),
  });
const both = [
  { line: 1, outcome: 'another amount', fined: 3_000 },
  { line: 2, outcome: 'dismissed' },
];

test('a ticket that is due long enough waits to be chosen, and no other', async () => {
  const [long, short] = [await dueSince(10), await dueSince(9)];
  const { data } = await admin.ok(listCases, { query: { limit: '100' } });
  expect(data.map(({ id }) => id)).toContain(long);
  expect(data.map(({ id }) => id)).not.toContain(short);
  expect(await draft(admin, long, short)).toMatchObject({
    status: 409,
    body: { code: 'not_referred' },
  });
});

test('only a holder of the duty refers, hears and decides', async () => {
  const id = await dueSince(20);
  expect(await draft(officer, id)).toMatchObject({ status: 403, body: { code: 'no_duty' } });
  const batch = await drafted(id);
  expect((await lock(second, batch)).status).toBe(403);
  expect((await lock(head, batch)).status).toBe(200);
});

test('a ticket is in one batch, also when two put it into one at once', async () => {
  const id = await dueSince(20);
  const answers = await Promise.all([draft(admin, id), draft(head, id), draft(admin, id)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
});

test('a locked batch changes no more, and leaves out what was paid or withdrawn meanwhile', async () => {
  const [stays, paid, withdrawn, left] = [
    await dueSince(20),
    await dueSince(20),
    await dueSince(20),
    await dueSince(20),
  ];
  const batch = await drafted(stays, paid, withdrawn, left);
  await admin.ok(leaveDraft, { params: { id: left } });
  await markPaid(app.db, paid);
  await head.ok(withdrawBooking, { params: { id: withdrawn }, body: { reason: 'By mistake.' } });
  const answers = await Promise.all([lock(admin, batch), lock(head, batch)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 200)?.body).toMatchObject({
    data: { referred: 1, leftOut: 2 },
  });
  expect((await admin.call(leaveDraft, { params: { id: stays } })).status).toBe(409);
  expect(await stateOf(stays)).toBe('referred');
  expect((await admin.call(readCase, { params: { id: left } })).status).toBe(404);
  for (const change of [
    app.db.deleteFrom('court_cases').where('batch_id', '=', batch),
    app.db.updateTable('court_batches').set({ locked_at: new Date() }).where('id', '=', batch),
  ])
    await expect(change.execute()).rejects.toThrow(/is locked/);
});

test('what a court decides is noted once, on each charge, after a hearing', async () => {
  const id = await dueSince(20);
  const batch = await drafted(id);
  expect((await hearing(id)).status).toBe(409);
  await lock(admin, batch);
  expect((await outcome(id, both)).status).toBe(409);
  await hearing(id);
  expect((await outcome(id, both.slice(1))).status).toBe(400);
  const answers = await Promise.all([
    outcome(id, both, [await anImage('paper')]),
    outcome(id, both),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const { data } = await admin.ok(readCase, { params: { id } });
  expect(data).toMatchObject({
    state: 'heard',
    hearing: { place: 'Room 2', suit: 'KD/7/26' },
    charges: [
      { outcome: 'another amount', fined: 3_000 },
      { outcome: 'dismissed', fined: null },
    ],
    paidWhere: 'Court registry',
  });
  expect((await hearing(id)).status).toBe(409);
});

test('a referred ticket that is paid before its plea has ended so', async () => {
  const id = await dueSince(20);
  await lock(admin, await drafted(id));
  await markPaid(app.db, id);
  expect(await stateOf(id)).toBe('settled');
});

test('the public page names the court, and leads to no payment after the hearing', async () => {
  const id = await dueSince(20);
  await lock(admin, await drafted(id));
  const { data } = await admin.ok(showTicket, { params: { id } });
  const page = async () => (await fetch(data.address)).text();
  expect(await page()).toContain('referred to Mobile Court, Zaria');
  const body = { day: dayFromNow(-1), place: 'Room 2', suit: '' };
  await admin.ok(noteHearing, { params: { id }, body });
  expect(await page()).toContain('can’t be paid here any more');
  const pay = await fetch(`${data.address}/pay`, { redirect: 'manual' });
  expect(pay.headers.get('location')).toBe(new URL(data.address).pathname);
});

test('the case file says what was sent and objected, and the trail notes its number', async () => {
  const id = await dueSince(20);
  const { organisation, zone } = (await head.ok(readBooking, { params: { id } })).data;
  const message = { booking_id: id, organisation, zone, demo: false, channel: 'sms' };
  const told = { purpose: 'issued', state: 'blocked', reason: 'DND Active on Phone Number' };
  await app.db
    .insertInto('messages')
    .values({ ...message, ...told, id: ulid(), recipient: '2348035550142', sent_at: new Date() })
    .execute();
  await aDispute(app, { booking: id, words: 'My brother drove.' });
  await billed(head, id);
  const path = exportCaseFile.path.replace(':id', id);
  const file = await askFile(app, head, { ...exportCaseFile, path }, {});
  const said = textOfPdf(Buffer.from(await file.arrayBuffer())).replaceAll(/\s+/g, ' ');
  for (const part of [
    'There are no exhibits.',
    'Ticket issued, to 234803…142 Blocked: DND Active on Phone Number',
    'Bill made The system, by itself',
    'My brother drove.',
  ])
    expect(said).toContain(part);
  const rows = await trailOf(app.db, { record: id });
  expect(rows.at(-1)).toMatchObject({ event: 'booking.case-file-made' });
});

test('the list of a sitting names plate, offences and hearing', async () => {
  const file = await admin.ok(exportCases, { query: { format: 'csv', state: 'heard' } });
  expect(file).toContain('Room 2');
});

test('the trail and what stands say the same', async () => {
  expect((await compareRecords(app.db)).filter((one) => one.includes('case'))).toEqual([]);
});
