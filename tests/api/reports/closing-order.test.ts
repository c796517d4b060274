import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BodyOf } from '#contract/endpoint.ts';
import {
  type Closing,
  decideClosing,
  proposeClosing,
  readClosings,
} from '#contract/modules/reports/report-closings.ts';
import type { Report, ReportTable } from '#contract/modules/reports/reports.ts';
import { aProposedClosing } from '#tests/support/closings.ts';
import { asOwner, makeAccount } from '#tests/support/factories.ts';
import { storeHistory } from '#tests/support/histories.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let admin: Person;
let second: Person;

beforeAll(async () => {
  app = await startTestApp();
  admin = await makePerson(app, 'state admin');
  second = await makePerson(app, 'state admin');
});
afterAll(() => app.stop());

type Asked = BodyOf<typeof proposeClosing>;
const september = { from: '2023-09-01', to: '2023-09-30' };
const october = { from: '2023-10-01', to: '2023-10-31' };
const november = { from: '2023-11-01', to: '2023-11-30' };

const propose = (body: Asked, by = admin) => by.call(proposeClosing, { body });

async function closed(body: Asked): Promise<Closing> {
  const { id } = (await admin.ok(proposeClosing, { body })).data;
  return (await second.ok(decideClosing, { params: { id }, body: { agrees: true } })).data;
}

async function keptOf({ id, kind, from, to, zone }: Closing): Promise<Report> {
  const query = { kind, from, to, ...(zone !== null && { zone }), closing: id };
  const { kept } = (await admin.ok(readClosings, { query })).data;
  if (!kept) throw new Error('Nothing was kept.');
  return kept.report;
}

const tableOf = ({ tables }: Report, title: string): ReportTable => {
  const found = tables.find((table) => table.title === title);
  if (!found) throw new Error(`There is no ${title} in ${tables.map((one) => one.title).join()}`);
  return found;
};
const cellsOf = ({ rows, total }: ReportTable) =>
  [...rows, ...(total ? [total] : [])].map(({ cells }) => cells);

const outOfOrder = (says: string) => ({
  status: 409,
  body: { code: 'out_of_order', error: expect.stringContaining(says) as string },
});

async function ticket(zone: string, made: string, naira: number, odd = 0) {
  const { id } = await makeAccount(app.db, 'booking officer');
  await storeHistory(app.db, id, {
    lines: [{ code: '12020502', naira }],
    made,
    billed: false,
    paid: null,
    cleared: false,
    withdrawnBy: null,
    odd,
    changes: { organisation: 'Kaduna', zone },
  });
}

test.each(['standard', 'f-and-a', 'b-and-p', 'e'] as const)(
  'the closed periods of %s follow each other without a gap or an overlap',
  async (kind) => {
    const zone = 'Giwa';
    await closed({ kind, ...september, zone, reason: '' });
    const asked = { kind, ...november, zone, reason: '' };
    expect(await propose(asked)).toMatchObject(outOfOrder('Close 2023-10-01 to 2023-10-31 first.'));
    const week = { kind, from: '2023-09-04', to: '2023-09-10', zone, reason: '' };
    expect(await propose(week)).toMatchObject(
      outOfOrder('closed period: 2023-09-01 to 2023-09-30'),
    );
    const { next } = (await admin.ok(readClosings, { query: { kind, ...november, zone } })).data;
    expect(next?.why).toContain('Close 2023-10-01 to 2023-10-31 first.');
    await closed({ kind, ...october, zone, reason: '' });
    expect((await closed({ kind, ...november, zone, reason: '' })).version).toBe(1);
    const elsewhere = { kind, ...november, zone: 'Igabi', reason: '' };
    expect((await propose(elsewhere)).status, 'each place begins by itself').toBe(200);
  },
);

test('of two overlapping periods that are proposed at once one waits', async () => {
  const asked = { kind: 'e' as const, zone: 'Kajuru', reason: '' };
  const both = await Promise.all([
    propose({ ...asked, ...october }),
    propose({ ...asked, from: '2023-10-15', to: '2023-11-15' }, second),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('one that an older version proposed out of order is refused, not confirmed', async () => {
  const by = (await makePerson(app, 'state admin')).id;
  const zone = 'Lere';
  const [first, gap] = [
    await aProposedClosing(app, { by, zone, day: '2022-05-01' }),
    await aProposedClosing(app, { by, zone, day: '2022-05-03' }),
  ];
  const decide = (id: string, body: { agrees: boolean; reason?: string }) =>
    second.call(decideClosing, { params: { id }, body });
  expect((await decide(first, { agrees: true })).status).toBe(200);
  expect(await decide(gap, { agrees: true })).toMatchObject(outOfOrder('Close 2022-05-02 first.'));
  const kept = app.db.selectFrom('closed_papers').select('id').where('id', '=', gap);
  expect(await kept.execute()).toEqual([]);
  expect((await decide(gap, { agrees: false, reason: 'A day is missing.' })).status).toBe(200);
});

test('the paper leads from the closing before to its own opening figure, and names what changed', async () => {
  const zone = 'Kaura';
  const asked = { kind: 'standard' as const, zone, reason: '' };
  await ticket(zone, '2023-09-10T10:00:00Z', 3000);
  const first = await keptOf(await closed({ ...asked, ...september }));
  expect(first.notes.join(' ')).toContain('This is the first closing of this report');
  // Somebody's record of September comes to light only now.
  await ticket(zone, '2023-09-20T10:00:00Z', 500);
  await ticket(zone, '2023-10-05T10:00:00Z', 1000);
  const then = await keptOf(await closed({ ...asked, ...october }));
  expect(cellsOf(tableOf(then, 'From the previous closing'))).toEqual([
    ['Closing outstanding for 2023-09-01 to 2023-09-30, version 1', 1, 3000],
    ['+ changed since, in days that were closed', 1, 500],
    ['Opening outstanding', 2, 3500],
  ]);
  const carried = tableOf(then, 'Outstanding');
  expect(cellsOf(carried)[0]).toEqual(['Opening outstanding', 2, 3500]);
  expect(carried.total?.cells).toEqual(['Closing outstanding', 3, 4500]);
  const since = cellsOf(tableOf(then, 'Changes to the previous period since it was closed'));
  expect(since).toContainEqual([
    'Outstanding, Closing outstanding: Amount',
    '3,000.00',
    '3,500.00',
  ]);
  expect(then.notes).toContain(
    `The previous closing is 2023-09-01 to 2023-09-30, version 1, number ${first.number}.`,
  );
  const last = await keptOf(await closed({ ...asked, ...november }));
  expect(cellsOf(tableOf(last, 'From the previous closing'))[1]).toEqual([
    '+ changed since, in days that were closed',
    0,
    0,
  ]);
  const again = await keptOf(await closed({ ...asked, ...september, reason: 'One was missing.' }));
  expect(cellsOf(tableOf(again, 'Changes since the previous version'))).toContainEqual([
    'Outstanding, Closing outstanding: Amount',
    '3,000.00',
    '3,500.00',
  ]);
  expect(again.notes.join(' ')).toContain('Later periods are already closed');
});

test('unpaid tickets are closed at the end of a day, with what happened to them since the last', async () => {
  const zone = 'Jaba';
  const asked = { kind: 'unp' as const, zone, reason: '' };
  const at = (day: string) => ({ ...asked, from: day, to: day });
  await ticket(zone, '2023-11-10T10:00:00Z', 2000);
  expect((await propose({ ...asked, ...october })).status, 'several days').toBe(400);
  await closed(at('2023-11-30'));
  await ticket(zone, '2023-12-10T10:00:00Z', 700);
  const year = await closed(at('2023-12-31'));
  const report = await keptOf(year);
  expect(year.paper).toMatch(/^[0-9a-f]{64}$/);
  expect(cellsOf(tableOf(report, 'From the previous closing')).at(-1)).toEqual([
    'Opening outstanding',
    1,
    2000,
  ]);
  expect(tableOf(report, 'Unpaid bookings since the previous closing').total?.cells).toEqual([
    'Closing outstanding',
    2,
    2700,
  ]);
  expect(report.tables.some(({ title }) => title.endsWith('at the end of 2023-12-31'))).toBe(true);
  const tickets = tableOf(report, 'Bookings, longest overdue first');
  expect(tickets.rows).toHaveLength(2);
  expect(tickets.columns.map(({ name }) => name)).toEqual([
    'Booking',
    'Issued',
    'Due',
    'Days overdue',
    'Zone',
    'Officer',
    'Last reminder',
    'Court',
    'Amount',
  ]);
  expect(tickets.rows.every(({ cells, opens }) => cells.length === 9 && opens.length === 9)).toBe(
    true,
  );
  const query = { kind: 'unp' as const, from: year.from, to: year.to, zone };
  expect((await admin.ok(readClosings, { query })).data.kept).toMatchObject({ changed: 0 });
  await ticket(zone, '2023-12-20T10:00:00Z', 100);
  expect((await admin.ok(readClosings, { query })).data.kept?.changed).toBeGreaterThan(0);
});

test('a closing says how many exceptions are open and how much money they are, and is not stopped', async () => {
  const zone = 'Kachia';
  await ticket(zone, '2023-09-10T10:00:00Z', 3000, 2);
  const found = (day: string, where: string) =>
    asOwner(app, `update payment_exceptions set found_at = $1 where zone = $2 and ${where}`, [
      new Date(`${day}T10:00:00Z`),
      zone,
    ]);
  await found('2023-10-02', 'true');
  await found('2023-09-30', "dedupe_key like '%0'");
  const query = { kind: 'f-and-a' as const, ...september, zone };
  const { next } = (await admin.ok(readClosings, { query })).data;
  expect(next?.exceptions).toEqual({ count: 1, amount: 1 });
  const report = await keptOf(await closed({ ...query, reason: '' }));
  expect(cellsOf(tableOf(report, 'Exceptions still open'))).toEqual([
    ['other amount', 1, 1],
    ['Total', 1, 1],
  ]);
});

test('the second person is shown what has changed after the closing was proposed', async () => {
  const zone = 'Kudan';
  const body = { kind: 'standard' as const, ...september, zone, reason: '' };
  await admin.ok(proposeClosing, { body });
  const query = { kind: body.kind, ...september, zone };
  const read = async () => (await second.ok(readClosings, { query })).data.kept;
  expect(await read()).toMatchObject({ changed: 0 });
  await ticket(zone, '2023-09-12T10:00:00Z', 900);
  const { changes } = (await read()) ?? { changes: [] };
  expect(changes).toContainEqual(
    expect.objectContaining({ table: 'Outstanding', row: 'Closing outstanding', then: 0, now: 1 }),
  );
});
