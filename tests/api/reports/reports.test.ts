import fc from 'fast-check';
import { sql } from 'kysely';
import readXlsxFile from 'read-excel-file/universal';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listBookings } from '#contract/bookings.ts';
import { listCollisions } from '#contract/collisions.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import { readReconciliation } from '#contract/reconciliation.ts';
import {
  exportLedger,
  exportReport,
  holds,
  readReport,
  type Report,
  type ReportCell,
  reportKinds,
  type ReportTable,
} from '#contract/reports.ts';
import { foldFigures } from '#server/figures/figures.ts';
import {
  type Client,
  openSession,
  refusalOf,
  type Session,
  signedIn,
} from '#tests/support/client.ts';
import { draws } from '#tests/support/draws.ts';
import { askFile, exportedRows } from '#tests/support/exported.ts';
import { asOwner, makeAccount } from '#tests/support/factories.ts';
import { historyPeople, historyPlaces, storeHistory } from '#tests/support/histories.ts';
import { trailOf } from '#tests/support/journey.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let admin: Session & { id: string };
let zonal: Client;
let everywhere: Client;
let officers: string[];
let superiorId: string;

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
  ({ officers, superiorId } = await historyPeople(app.db));
  for (const one of fc.sample(histories, draws(120, 41))) {
    await store(one);
    if (one.fold) await foldFigures(app.db, 1);
  }
});
afterAll(() => app.stop());

const histories = fc.record({
  officer: fc.nat(2),
  place: fc.constantFrom(...historyPlaces),
  // Some in the hour in which Lagos has another day, month or year than UTC.
  made: fc
    .tuple(fc.integer({ min: 0, max: 90 }), fc.integer({ min: 40, max: 47 }))
    .map(([day, half]) => new Date(Date.UTC(2022, 11, 20) + (day * 48 + half) * 1_800_000)),
  lateBy: fc.constantFrom(0, 0, 1, 30),
  paidAfter: fc.integer({ min: 0, max: 60 }),
  fate: fc.constantFrom('new', 'billed', 'paid', 'cleared', 'withdrawn'),
  lines: fc.array(
    fc.record({
      code: fc.constantFrom('12020501', '12020502', '12020503'),
      // A quarter of a naira is exact in binary.
      naira: fc.integer({ min: 1, max: 40_000 }).map((quarters) => quarters / 4),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  fold: fc.boolean(),
});
type Random = typeof histories extends fc.Arbitrary<infer T> ? T : never;

const after = (at: Date, days: number) => new Date(at.getTime() + days * 86_400_000);

async function store({ officer, place, made, lateBy, paidAfter, fate, lines }: Random) {
  const isPaid = fate === 'paid' || fate === 'cleared';
  await storeHistory(app.db, officers[officer] ?? '', {
    lines,
    odd: 0,
    made: made.toISOString(),
    billed: isPaid || fate === 'billed',
    paid: isPaid ? after(made, paidAfter).toISOString() : null,
    cleared: fate === 'cleared',
    withdrawnBy: null,
    changes: {
      ...place,
      ...(lateBy > 0 && { made_at: after(made, -lateBy) }),
      ...(fate === 'withdrawn' && {
        withdrawn_at: after(made, paidAfter),
        withdrawn_by: superiorId,
        withdrawn_reason: 'Booked twice.',
      }),
    },
  });
}

type Asked = QueryOf<typeof readReport>;

const read = async (query: Partial<Asked>, client = admin.client): Promise<Report> =>
  (await client.ok(readReport, { query })).data;

const tableIn = (report: Report, title: string): ReportTable => {
  const found = report.tables.find((table) => table.title === title);
  if (!found) throw new Error(`The report has no table ${title}.`);
  return found;
};

/** The cells of a table's total, by the names of its columns. */
function totalOf({ columns, total }: ReportTable): Record<string, ReportCell> {
  const cells = columns.map(({ name }, index) => [name, total?.cells[index] ?? null]);
  return Object.fromEntries(cells);
}

const periods = [
  { from: '2023-01-01', to: '2023-01-31' },
  { from: '2022-12-20', to: '2023-03-20' },
  { from: '2023-01-09', to: '2023-01-15' },
  { from: '2023-02-03', to: '2023-02-03' },
];
const readers = (): [string, Client, Partial<Asked>][] => [
  ['a state admin', admin.client, {}],
  ['somebody of one zone', zonal, {}],
  ['whoever sees all', everywhere, { organisation: 'Ogun' }],
];

test('the seven reports agree with each other and with reconciliation to the kobo, in every period and scope', async () => {
  for (const [who, client, place] of readers())
    for (const days of periods) {
      const what = `${who}, ${days.from} to ${days.to}`;
      const query = { ...days, ...place };
      const all = await Promise.all(reportKinds.map((kind) => read({ kind, ...query }, client)));
      const [snapshot, standard, finance, offences, unpaid, payments, reconciled] = all;
      for (const { kind, checks } of all) {
        expect(checks.length).toBeGreaterThan(0);
        expect(
          checks.filter((check) => !holds(check)),
          `${kind} of ${what}`,
        ).toEqual([]);
      }
      if (!snapshot || !standard || !finance || !offences || !unpaid || !payments || !reconciled)
        throw new Error('A report is missing.');
      const { total } = (await client.ok(readReconciliation, { query })).data;
      const [happened] = standard.tables;
      if (!happened) throw new Error('Nothing happened.');
      const period = totalOf(happened);
      expect(period, what).toMatchObject({
        Issued: total.issued.count,
        'Issued (₦)': total.issued.amount,
        Received: total.received.count,
        'Received (₦)': total.received.amount,
      });
      expect(totalOf(tableIn(finance, 'By day'))['Amount'], what).toBe(total.received.amount);
      expect(totalOf(tableIn(finance, 'By revenue head'))['Gross']).toBe(total.received.amount);
      const listed = tableIn(payments, 'The payments');
      expect(listed.of, what).toBe(total.received.count);
      expect(totalOf(tableIn(offences, 'By offence')), what).toMatchObject({
        Amount: total.issued.amount,
        'Paid (₦)': total.paid.amount,
      });
      const ages = totalOf(tableIn(unpaid, 'Unpaid tickets by age'));
      const stands = totalOf(tableIn(snapshot, 'Tickets and collisions by zone'));
      expect([stands['Unpaid'], stands['Unpaid (₦)']]).toEqual([ages['Tickets'], ages['Amount']]);
      expect(tableIn(unpaid, 'The tickets, the oldest first').of).toBe(ages['Tickets']);
    }
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
    'Of earlier months',
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
  const [arrived] = tableIn(report, 'Of earlier months').rows;
  expect(arrived?.cells[1]).toBe(rows[0]?.earlier);
});

/** What a screen asks for besides its address. */
const screens: Readonly<Record<string, Record<string, string>>> = {
  '/unpaid': { _boolpaid: 'false' },
  '/paid': { _boolpaid: 'true', _boolcompleted: 'false' },
  '/completed': { _boolcompleted: 'true' },
};

test('every figure that leads somewhere counts the records of that list', async () => {
  let followed = 0;
  for (const kind of ['snapshot', 'standard', 'f-and-a', 'b-and-p', 'unp'] as const) {
    const report = await read({ kind, from: '2023-01-01', to: '2023-02-28' });
    for (const { title, columns, rows, total } of report.tables)
      for (const row of [...rows, ...(total ? [total] : [])])
        for (const [index, to] of row.opens.entries()) {
          if (to === null || columns[index]?.kind !== 'count') continue;
          const [path = '', search] = to.split('?');
          // A head's lines may be several of one ticket, and an act is a row of the trail.
          if (columns[index]?.name === 'Lines' || path === '/activity') continue;
          const query = { ...Object.fromEntries(new URLSearchParams(search)), ...screens[path] };
          const list = path === '/collisions' ? listCollisions : listBookings;
          const answer = await admin.client.ok(list, { query });
          expect(answer.total, `${kind}, ${title}: ${to}`).toBe(row.cells[index]);
          followed += 1;
        }
  }
  expect(followed).toBeGreaterThan(50);
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
    body: { fields: { organisation: 'Choose an organisation.' } },
  });
  expect(await admin.client.call(readReport, { query: { kind: 'standard' } })).toMatchObject({
    status: 400,
    body: { fields: { from: 'Choose the first and the last day of the report.' } },
  });
});

test('a workbook has real numbers, days and moments, which another library reads', async () => {
  const days = { from: '2023-01-01', to: '2023-01-31' };
  const query = { kind: 'e', ...days, format: 'xlsx' };
  const answer = await askFile(app, admin, exportReport, query);
  expect(answer.status).toBe(200);
  const sheets = await readXlsxFile(await answer.arrayBuffer());
  expect(sheets.map(({ sheet }) => sheet)).toEqual([
    'By gateway',
    'By day',
    'The payments',
    'About',
  ]);
  const shown = await read({ kind: 'e', ...days });
  const [, first] = sheets[1]?.data ?? [];
  expect(first?.[0]).toBeInstanceOf(Date);
  const payments = sheets[2]?.data.slice(1) ?? [];
  expect(payments[0]?.[0]).toBeInstanceOf(Date);
  const sum = payments.reduce((all, row) => all + Number(row.at(-1)) * 100, 0);
  expect(Math.round(sum) / 100).toBe(totalOf(tableIn(shown, 'By day'))['Amount']);
  expect(sheets[3]?.data).toContainEqual(['Number', shown.number]);
});

test('the ledger file balances each day, and is F&A of these days to the kobo', async () => {
  const days = { from: '2022-12-20', to: '2023-05-31' };
  const rows = await exportedRows(app, admin, exportLedger, days, {});
  const kobo = (text = '') => Math.round(Number(text || 0) * 100);
  for (const day of new Set(rows.map((row) => row['Date']))) {
    const lines = rows.filter((row) => row['Date'] === day);
    const sum = (side: string) => lines.reduce((all, row) => all + kobo(row[side]), 0);
    expect(sum('Debit'), day).toBe(sum('Credit'));
  }
  const { rows: heads } = tableIn(await read({ kind: 'f-and-a', ...days }), 'By revenue head');
  expect(heads.length).toBeGreaterThan(1);
  for (const { cells } of heads) {
    const credits = rows.filter((row) => row['Account'] === cells[0]);
    expect(credits.reduce((all, row) => all + kobo(row['Credit']), 0)).toBe(kobo(`${cells[4]}`));
  }
  expect(await zonal.call(exportLedger, { query: days })).toMatchObject({ status: 403 });
});

test('a report as PDF is tagged, and the trail has who took it with its number', async () => {
  const before = (await trailOf(app.db)).at(-1)?.id ?? 0;
  for (const kind of reportKinds) {
    const query = { kind, from: '2023-01-01', to: '2023-01-31', format: 'pdf' };
    const answer = await askFile(app, admin, exportReport, query);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    const file = Buffer.from(await answer.arrayBuffer()).toString('latin1');
    expect(file.slice(0, 5), kind).toBe('%PDF-');
    expect(file).toContain('/Marked true');
  }
  const taken = await trailOf(app.db, { after: before });
  const number = expect.stringMatching(/^[A-Z]+-[0-9A-F]{10}$/);
  expect(taken).toMatchObject(
    reportKinds.map((kind) => ({
      event: 'report.exported',
      record_id: admin.id,
      after: { format: 'pdf', number, filters: { kind } },
    })),
  );
});

test('a report whose sums do not meet says which, and is no file', async () => {
  const days = { from: '2023-01-01', to: '2023-01-31' };
  await asOwner(
    app,
    `update figures set paid = paid + 1 where kind = 'act' and span = 'month'
       and starts = '2023-01-01' and zone = '' and organisation = 'Kaduna'`,
  );
  const says = 'Opening outstanding + issued − withdrawn − received = closing outstanding';
  const { checks } = await read({ kind: 'standard', ...days });
  expect(checks.filter((check) => !holds(check))).toMatchObject([{ says }]);
  for (const format of ['pdf', 'xlsx']) {
    const answer = await askFile(app, admin, exportReport, { kind: 'standard', ...days, format });
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({
      code: 'sums_do_not_meet',
      error: `This report can't be signed, because its sums don't meet: ${says}.`,
    });
  }
  await asOwner(app, 'select recount_figures()');
});
