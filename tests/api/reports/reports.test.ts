import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  exportReport,
  holds,
  readReport,
  type Report,
  type ReportCell,
} from '#contract/modules/reports/reports.ts';
import { type Client, openSession, type Session, signedIn } from '#tests/support/client.ts';
import { askFile } from '#tests/support/exported.ts';
import { asOwner, makeAccount, markPaid } from '#tests/support/factories.ts';
import { storeBooking } from '#tests/support/raw-bookings.ts';
import { expectAgreement } from '#tests/support/report-agreement.ts';
import { storeHistories, tableIn, totalOf } from '#tests/support/report-histories.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let admin: Session & { id: string };
let zonal: Client;
let everywhere: Client;

beforeAll(async () => {
  app = await startTestApp();
  // The sweep of every five minutes would find that some of these old bookings' bills are late.
  await sql`delete from pgboss.schedule`.execute(app.db);
  const account = await makeAccount(app.db, 'state admin');
  admin = { ...(await openSession(app.url, account.email)), id: account.id };
  const signed = async (changes: object) =>
    signedIn(app.url, (await makeAccount(app.db, 'state admin', changes)).email);
  zonal = await signed({ zone: 'Zaria' });
  everywhere = await signed({ state: null });
  await storeHistories(app, 120);
});
afterAll(() => app.stop());

type Asked = Readonly<Record<string, string>>;

const read = async (query: Asked, client = admin.client): Promise<Report> =>
  (await client.ok(readReport, { query })).data;

const periods = [
  { from: '2023-01-01', to: '2023-01-31' },
  { from: '2022-12-20', to: '2023-03-20' },
  { from: '2023-01-09', to: '2023-01-15' },
  { from: '2023-02-03', to: '2023-02-03' },
];
const byZone = { rows: 'zone', columns: 'month', measure: 'issued-naira' };

const readers = (): [string, Client, Asked][] => [
  ['a state admin', admin.client, {}],
  ['somebody of one zone', zonal, {}],
  ['whoever sees all', everywhere, { organisation: 'Ogun' }],
];

test('all reports agree with each other and with reconciliation to the kobo, in every period and scope', async () => {
  for (const [who, client, place] of readers())
    for (const days of periods)
      await expectAgreement(client, { ...days, ...place }, `${who}, ${days.from} to ${days.to}`);
});

test('what is outstanding at the end of a period is outstanding at the beginning of the next', async () => {
  const months = [
    { from: '2022-12-20', to: '2022-12-31' },
    { from: '2023-01-01', to: '2023-01-31' },
    { from: '2023-02-01', to: '2023-02-28' },
    { from: '2023-03-01', to: '2023-12-31' },
  ];
  let carried: ReportCell[] = [0, 0];
  for (const days of months) {
    const { rows, total } = tableIn(await read({ kind: 'standard', ...days }), 'Outstanding');
    expect(rows[0]?.cells.slice(1), days.from).toEqual(carried);
    carried = total?.cells.slice(1) ?? [];
  }
});

test('what comes in a month to tickets of earlier months stands under a line of its own', async () => {
  const { rows } = tableIn(
    await read({ kind: 'standard', from: '2023-02-01', to: '2023-02-28' }),
    'Bookings from earlier months',
  );
  const { rows: found } = await sql<{ count: number; naira: number }>`
    select count(*) as count, coalesce(sum(amount_kobo), 0)::bigint / 100.0 as naira
    from payments join bookings on bookings.id = booking_id
    where bookings.organisation = 'Kaduna'
      and lagos_day(confirmed_at) between '2023-02-01' and '2023-02-28'
      and lagos_day(bookings.created_at) < '2023-02-01'`.execute(app.db);
  expect(rows[1]?.cells).toEqual(['Received', found[0]?.count, Number(found[0]?.naira)]);
  expect(found[0]?.count).toBeGreaterThan(0);
});

test('a late ticket counts on its arrival, and apart where it was made before the period', async () => {
  const days = { from: '2023-01-01', to: '2023-01-31' };
  const report = await read({ kind: 'standard', ...days });
  const { rows } = await sql<{ late: number; earlier: number }>`
    select count(*) as late, count(*) filter (where lagos_day(made_at) < '2023-01-01') as earlier
    from bookings
    where organisation = 'Kaduna' and made_at < created_at
      and lagos_day(created_at) between '2023-01-01' and '2023-01-31'`.execute(app.db);
  expect(rows[0]?.earlier).toBeGreaterThan(0);
  expect(totalOf(tableIn(report, 'By day'))['Late']).toBe(rows[0]?.late);
  const [arrived] = tableIn(report, 'Bookings from earlier months').rows;
  expect(arrived?.cells[1]).toBe(rows[0]?.earlier);
});

async function anOfficer(): Promise<string> {
  const { id } = await app.db
    .selectFrom('bookings')
    .where('organisation', '=', 'Kaduna')
    .select('created_by as id')
    .orderBy('id')
    .executeTakeFirstOrThrow();
  return id;
}

test('unpaid tickets are aged from the day to pay by, and a past day is told as it was', async () => {
  const officer = await anOfficer();
  const booked = (issued: string, due_day: string | null) =>
    storeBooking(app.db, officer, { created_at: new Date(`${issued}T10:00:00Z`), due_day });
  const on = async (at?: string) => {
    const { tables, checks } = await read({ kind: 'unp', zone: 'Zaria', ...(at && { at }) });
    expect(checks.filter((check) => !holds(check))).toEqual([]);
    return new Map(tables[0]?.rows.map(({ cells }) => [String(cells[0]), Number(cells[1])]));
  };
  const [before, beforeNow] = [await on('2015-06-30'), await on()];
  type Counts = Awaited<ReturnType<typeof on>>;
  const more = (after: Counts, earlier: Counts): Record<string, number> =>
    Object.fromEntries(
      [...after]
        .map(([label, count]) => [label, count - (earlier.get(label) ?? 0)] as const)
        .filter(([, count]) => count !== 0),
    );
  const paid = await booked('2015-05-01', '2015-05-20');
  await booked('2015-06-01', '2015-06-29');
  await booked('2015-06-02', '2015-06-30');
  await booked('2015-06-03', null);
  await booked('2015-07-01', '2015-07-29');
  await markPaid(app.db, paid, new Date('2015-07-02T10:00:00Z'));
  expect(more(await on('2015-06-30'), before)).toEqual({
    '31 to 60 days overdue': 1,
    '1 to 7 days overdue': 1,
    'Not due yet': 1,
    'No due date': 1,
  });
  expect(more(await on(), beforeNow)).toEqual({
    'More than a year overdue': 3,
    'No due date': 1,
  });
  const wrong = { kind: 'unp', at: '2999-01-01' } as const;
  expect(await admin.client.call(readReport, { query: wrong })).toMatchObject({ status: 400 });
  const other = { kind: 'snapshot', at: '2015-06-30' } as const;
  expect(await admin.client.call(readReport, { query: other })).toMatchObject({ status: 400 });
});

test.each([
  [{ kind: 'cross', rows: 'day', measure: 'collisions' }, '2023-01-01', '2023-01-31', 31],
  [{ kind: 'cross', rows: 'week', measure: 'received' }, '2022-12-28', '2023-01-31', 6],
  [{ kind: 'cross', rows: 'month', measure: 'withdrawn' }, '2022-01-01', '2022-12-31', 12],
  [{ kind: 'standard', by: 'day' }, '2019-02-01', '2019-02-28', 28],
  [{ kind: 'standard', by: 'month' }, '2019-01-15', '2019-12-02', 12],
  [{ kind: 'standard', by: 'year' }, '2019-01-01', '2019-12-31', 1],
] as const)('days and months with nothing stand there as 0: %j', async (asked, from, to, rows) => {
  const { tables } = await read({ ...asked, from, to });
  expect(tables[0]?.rows).toHaveLength(rows);
  for (const { cells } of tables[0]?.rows ?? [])
    expect(cells.slice(1).every((cell) => typeof cell === 'number')).toBe(true);
});

test('columns without anything stand there as well, and a part of a week says so', async () => {
  const days = { from: '2022-12-28', to: '2023-01-31' };
  const asked = { kind: 'cross', rows: 'zone', measure: 'collisions', ...days } as const;
  const { tables } = await read({ ...asked, columns: 'week' });
  expect(tables[0]?.columns.map(({ name }) => name)).toEqual([
    'Zone',
    'Week of 2022-12-26 from 2022-12-28',
    'Week of 2023-01-02',
    'Week of 2023-01-09',
    'Week of 2023-01-16',
    'Week of 2023-01-23',
    'Week of 2023-01-30 to 2023-01-31',
    'Total',
  ]);
});

test('a cross table says what the records say, whichever figures are counted together', async () => {
  const officer = await anOfficer();
  const days = { from: '2022-12-25', to: '2023-03-10' };
  let counted = 0;
  for (const measure of ['issued', 'received-naira', 'collisions'])
    for (const rows of ['day', 'zone', 'officer', 'offence', 'group'])
      for (const columns of ['month', 'zone', undefined])
        for (const one of measure === 'issued' ? [undefined, officer] : [undefined]) {
          const own = { ...(columns && { columns }), ...(one && { officer: one }) };
          const query = { kind: 'cross', rows, measure, ...days, ...own } as const;
          if (!readReport.query.safeParse(query).success) continue;
          for (const client of rows === 'zone' ? [admin.client] : [admin.client, zonal]) {
            const { tables, checks } = (await client.ok(readReport, { query })).data;
            expect(
              checks.filter((check) => !holds(check)),
              JSON.stringify(query),
            ).toEqual([]);
            for (const row of [...(tables[0]?.rows ?? []), tables[0]?.total]) {
              const [all = 0, ...parts] = (row?.cells.slice(1) ?? []).map(Number).toReversed();
              if (columns) expect(parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo(all);
            }
            counted += 1;
          }
        }
  expect(counted).toBeGreaterThan(30);

  const { rows } = await sql<{ zone: string; month: string; naira: string }>`
    select zone, to_char(lagos_day(created_at), 'YYYY-MM') as month,
           sum(price_kobo)::bigint / 100.0 as naira
    from bookings
    where organisation = 'Kaduna' and created_by = ${officer}
      and lagos_day(created_at) between ${days.from} and ${days.to}
    group by 1, 2`.execute(app.db);
  const [table] = (await read({ kind: 'cross', ...byZone, ...days, officer })).tables;
  const cell = (zone: string, month: string) =>
    table?.rows.find(({ cells }) => cells[0] === zone)?.cells[
      table.columns.findIndex(({ name }) => name.startsWith(month))
    ];
  expect(rows.length).toBeGreaterThan(3);
  for (const { zone, month, naira } of rows) expect(cell(zone, month)).toBe(Number(naira));
});

test('a report of one officer counts their tickets alone, says whose, and keeps its sums', async () => {
  const officer = await anOfficer();
  const days = { from: '2023-01-01', to: '2023-01-31' };
  for (const kind of ['standard', 'b-and-p', 'unp'] as const) {
    const report = await read({ kind, ...days, officer });
    expect(
      report.checks.filter((check) => !holds(check)),
      kind,
    ).toEqual([]);
    expect(report.place).toBe(`bookings of ${report.officer}, all zones, Kaduna`);
  }
  const { rows } = await sql<{ issued: number; paid: number; withdrawn: number }>`
    select count(*) filter (where lagos_day(bookings.created_at) between '2023-01-01' and '2023-01-31') as issued,
           count(*) filter (where lagos_day(confirmed_at) between '2023-01-01' and '2023-01-31') as paid,
           count(*) filter (where lagos_day(withdrawn_at) between '2023-01-01' and '2023-01-31') as withdrawn
    from bookings left join payments on booking_id = bookings.id
    where bookings.organisation = 'Kaduna' and created_by = ${officer}`.execute(app.db);
  const own = await read({ kind: 'standard', ...days, officer });
  expect(totalOf(tableIn(own, 'By day'))).toMatchObject({
    Issued: rows[0]?.issued,
    Received: rows[0]?.paid,
    Withdrawn: rows[0]?.withdrawn,
  });
  const stranger = await makeAccount(app.db, 'booking officer', { state: 'Ogun' });
  for (const id of [stranger.id, 'nobody'])
    expect(
      await admin.client.call(readReport, { query: { kind: 'unp', officer: id } }),
    ).toMatchObject({ status: 404 });
});

test('two reports that say the same have the same number, and another day has another', async () => {
  const query = { kind: 'standard', from: '2023-01-01', to: '2023-01-31' } as const;
  const first = await read(query);
  expect((await read(query)).number).toBe(first.number);
  expect((await read({ ...query, to: '2023-01-30' })).number).not.toBe(first.number);
});

test('a report ends at the reader’s scope, and one of statements is of one organisation', async () => {
  const days = { from: '2023-01-01', to: '2023-01-31' };
  for (const place of [{ zone: 'Chikun' }, { organisation: 'Ogun' }] as const)
    expect(await zonal.call(readReport, { query: { kind: 'unp', ...place } })).toMatchObject({
      status: 403,
      body: { code: 'out_of_scope' },
    });
  expect((await read({ kind: 'unp' }, zonal)).place).toBe('Zaria, Kaduna');
  expect(await everywhere.call(readReport, { query: { kind: 'er', ...days } })).toMatchObject({
    status: 400,
    body: { fields: { organisation: 'Select an organisation.' } },
  });
  expect(await admin.client.call(readReport, { query: { kind: 'standard' } })).toMatchObject({
    status: 400,
    body: { fields: { from: 'Select the first and the last day of the report.' } },
  });
});

test('a report whose sums do not meet says which, and is no file', async () => {
  const days = { from: '2023-01-01', to: '2023-01-31' };
  // What isn't folded yet has no row, and a long transaction anywhere holds the folding up.
  await expect
    .poll(async () => {
      await asOwner(app, 'select recount_figures()');
      const changed = await asOwner(
        app,
        `update figures set paid = paid + 1 where kind = 'act' and span = 'month'
           and starts = '2023-01-01' and zone = '' and organisation = 'Kaduna' returning 1`,
      );
      return changed.length;
    })
    .toBeGreaterThan(0);
  const says =
    'Opening outstanding + issued − withdrawn − decided in court − received − with nothing to pay = closing outstanding';
  const { checks } = await read({ kind: 'standard', ...days });
  expect(checks.filter((check) => !holds(check))).toMatchObject([{ says }]);
  for (const format of ['pdf', 'xlsx']) {
    const answer = await askFile(app, admin, exportReport, { kind: 'standard', ...days, format });
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({
      code: 'sums_do_not_meet',
      error: `You cannot download this report because its totals do not agree. This check failed: ${says}.`,
    });
  }
  await asOwner(app, 'select recount_figures()');
});
