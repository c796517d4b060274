import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listBookings } from '#contract/bookings.ts';
import { exceptionRegister } from '#contract/exceptions.ts';
import {
  exportReconciliation,
  readReconciliation,
} from '#contract/modules/money/reconciliation.ts';
import { refundRegister } from '#contract/modules/money/refunds.ts';
import { listReportRows } from '#contract/modules/reports/report-rows.ts';
import { openSession, refusalOf, type Session } from '#tests/support/client.ts';
import { askFile } from '#tests/support/exported.ts';
import { type Account, makeAccount } from '#tests/support/factories.ts';
import { type History, storeHistory } from '#tests/support/histories.ts';
import { trailOf } from '#tests/support/journey.ts';
import { readCsv, zipEntry } from '#tests/support/spreadsheets.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { addressesOf, type Counted } from '#web/modules/money/reconciliation/measures.ts';

let app: TestApp;
let admin: Session & { id: string };
let zonal: Session;
let officers: readonly [Account, Account];
let superior: Account;

beforeAll(async () => {
  app = await startTestApp();
  const account = await makeAccount(app.db, 'state admin');
  admin = { ...(await openSession(app.url, account.email)), id: account.id };
  const inZaria = await makeAccount(app.db, 'state admin', { zone: 'Zaria' });
  zonal = await openSession(app.url, inZaria.email);
  officers = [
    await makeAccount(app.db, 'booking officer', { zone: 'Zaria' }),
    await makeAccount(app.db, 'booking officer'),
  ];
  superior = await makeAccount(app.db, 'zonal head', { zone: 'Zaria' });
});
afterAll(() => app.stop());

const read = async (query: Record<string, string>, { client }: Session = admin) =>
  (await client.ok(readReconciliation, { query })).data;

const store = (history: Partial<History> = {}, officer = officers[0]) =>
  storeHistory(app.db, officer.id, {
    lines: [{ code: '12020501', naira: 5_000 }],
    made: '2023-01-10T10:00:00Z',
    billed: true,
    paid: null,
    cleared: false,
    withdrawnBy: null,
    odd: 0,
    ...history,
  });

/** What a screen asks for besides its address. */
const listed: Readonly<Record<string, Record<string, string>>> = {
  '/unpaid': { _boolpaid: 'false' },
  '/completed': { _boolcompleted: 'true' },
  '/exceptions': { state: 'open' },
};

const of = (count: number, amount: number) => ({ count, amount });

describe('a row', () => {
  const days = { from: '2023-02-01', to: '2023-02-28' };
  const made = '2023-02-10T23:30:00Z';

  beforeAll(async () => {
    await store({ made, paid: '2023-02-12T08:00:00Z', cleared: true, changes: { zone: 'Zaria' } });
    await store({ made, odd: 2, changes: { zone: 'Chikun' } }, officers[1]);
    const lines = [
      { code: '12020502', naira: 3_000 },
      { code: '12020501', naira: 5_000 },
      { code: '12020501', naira: 5_000 },
    ];
    await store({ made: '2023-02-11T10:00:00Z', lines, odd: 1, withdrawnBy: superior.id });
    // Made before these days and paid within them: their money, but a booking of other days.
    await store({ made: '2023-01-20T10:00:00Z', paid: '2023-02-12T22:59:59Z' });
  });

  test('of a day has the bookings made on it in Lagos and the money confirmed on it', async () => {
    const { rows } = await read({ ...days, by: 'day' });
    expect(rows).toMatchObject([
      {
        key: '2023-02-11',
        issued: of(3, 23_000),
        paid: of(1, 5_000),
        cleared: of(1, 5_000),
        outstanding: of(1, 5_000),
        withdrawn: of(1, 13_000),
        exceptions: 3,
        received: of(0, 0),
        filter: {},
      },
      { key: '2023-02-12', issued: of(0, 0), received: of(2, 10_000) },
    ]);
  });

  test('of a zone says which organisation it belongs to and what its list is filtered by', async () => {
    const { rows } = await read({ ...days, by: 'zone' });
    expect(rows).toMatchObject([
      { label: 'Zaria', issued: of(2, 18_000), received: of(2, 10_000), exceptions: 1 },
      {
        label: 'Chikun',
        detail: 'Kaduna',
        filter: { organisation: 'Kaduna', zone: 'Chikun' },
        issued: of(1, 5_000),
        exceptions: 2,
      },
    ]);
  });

  test('of an officer has the bookings that the officer made', async () => {
    const { rows } = await read({ ...days, by: 'officer' });
    expect(rows).toMatchObject([
      {
        key: officers[0].id,
        label: 'Amina Sule',
        detail: 'booking officer, Zaria',
        filter: { bookedBy: officers[0].id },
      },
      { key: officers[1].id, detail: 'booking officer, Hq', issued: of(1, 5_000) },
    ]);
  });

  test.each(['day', 'zone', 'officer', 'head'] as const)(
    'has by %s figures that count the records of the lists they lead to',
    async (by) => {
      const { rows } = await read({ ...days, by });
      for (const row of rows)
        for (const [figure, address] of Object.entries(addressesOf(days, by, row))) {
          const counted = row[figure as Counted];
          const [path = '', search] = address.split('?');
          const query = { ...Object.fromEntries(new URLSearchParams(search)), ...listed[path] };
          const list =
            {
              '/exceptions': exceptionRegister.list,
              '/refunds': refundRegister.list,
              '/report-rows': listReportRows,
            }[path] ?? listBookings;
          const { total, ...sums } = await admin.client.ok(list, { query });
          const count = typeof counted === 'number' ? counted : counted.count;
          expect(total, `${figure} of ${row.label}`).toBe(count);
          if ('counted' in sums && typeof counted !== 'number')
            expect(sums).toMatchObject({ counted: counted.count, amount: counted.amount });
        }
    },
  );

  test('of a head counts lines, and an exception once for each head of its booking', async () => {
    const { rows, total } = await read({ ...days, by: 'head' });
    expect(rows).toMatchObject([
      {
        key: '12020501',
        detail: 'Offence 12020501',
        filter: { offence: 'LGC-01' },
        issued: of(4, 20_000),
        withdrawn: of(2, 10_000),
        received: of(2, 10_000),
        exceptions: 3,
      },
      { key: '12020502', issued: of(1, 3_000), withdrawn: of(1, 3_000), exceptions: 1 },
    ]);
    expect(total.exceptions).toBe(3);
  });

  test('ends at the scope of who asks, and narrows to a zone and an organisation', async () => {
    const { total } = await read(days, zonal);
    expect(total.issued).toEqual(of(2, 18_000));
    const chikun = await read({ ...days, zone: 'Chikun', organisation: 'Kaduna' });
    expect(chikun.total.issued).toEqual(of(1, 5_000));
    for (const beyond of [{ zone: 'Chikun' }, { organisation: 'Ogun' }]) {
      const answer = await zonal.client.call(readReconciliation, { query: { ...days, ...beyond } });
      expect(answer).toMatchObject({ status: 403, body: { code: 'out_of_scope' } });
    }
  });

  test('is written to a file as it is shown, with the total at its end, and written down', async () => {
    const before = (await trailOf(app.db)).at(-1)?.id ?? 0;
    const shown = await read({ ...days, by: 'zone' });
    const query = { ...days, by: 'zone', format: 'csv' };
    const response = await askFile(app, admin, exportReconciliation, query);
    const [names = [], ...lines] = readCsv(await response.text());
    expect(names.slice(0, 4)).toEqual(['Zone', 'Details', 'Issued', 'Issued (naira)']);
    expect(lines.map(([label]) => label)).toEqual(['Zaria', 'Chikun', 'Total']);
    const { issued, received } = shown.total;
    expect(lines.at(-1)?.slice(2, 4)).toEqual([`${issued.count}`, `${issued.amount}`]);
    expect(lines.at(-1)?.slice(-5)).toEqual([
      `${received.count}`,
      `${received.amount}`,
      '0',
      '0',
      `${received.amount}`,
    ]);
    const trail = await trailOf(app.db, { after: before });
    expect(trail).toMatchObject([
      { event: 'reconciliation.exported', record_id: admin.id, after: { rows: 3, format: 'csv' } },
    ]);
    const excel = await askFile(app, admin, exportReconciliation, { ...query, format: 'xlsx' });
    const sheet = zipEntry(Buffer.from(await excel.arrayBuffer()), 'xl/worksheets/sheet1.xml');
    expect(sheet).toContain(`<v>${issued.amount}</v>`);
  });
});

test('a booking of nothing is issued and paid, and brings in no money', async () => {
  const { id } = await store({ made: '2023-04-01T10:00:00Z', lines: [], billed: false });
  await app.db.transaction().execute(async (trx) => {
    const none = { amount_kobo: 0, bill_ref: null, receipt: '', gateway: '' };
    await trx
      .insertInto('payments')
      .values({ ...none, id, booking_id: id, kind: 'nothing due', confirmed_at: '2023-04-01' })
      .execute();
    await trx.updateTable('bookings').set({ paid: true }).where('id', '=', id).execute();
  });
  const { total } = await read({ from: '2023-04-01', to: '2023-04-01' });
  expect(total).toMatchObject({ issued: of(1, 0), paid: of(1, 0), received: of(0, 0) });
});

test('money that no booking is known for stands beside the rows', async () => {
  await app.db
    .insertInto('payment_exceptions')
    .values({
      id: '01HNTS0Z0000000000000000AA',
      kind: 'unknown bill',
      organisation: 'Kaduna',
      zone: '',
      demo: false,
      gateway: 'PayKaduna',
      bill_ref: 'X',
      receipt: '',
      description: 'Odd.',
      amount_kobo: 250_000,
      dedupe_key: 'x',
      found_at: new Date('2023-05-02T10:00:00Z'),
    })
    .execute();
  const days = { from: '2023-05-01', to: '2023-05-03' };
  expect(await read(days)).toMatchObject({ rows: [], withoutBooking: of(1, 2_500) });
  expect((await read(days, zonal)).withoutBooking).toEqual(of(0, 0));
});

test('demo records count where there is a demo, and nowhere else', async () => {
  await store({ made: '2023-06-01T10:00:00Z', changes: { demo: true } });
  const days = { from: '2023-06-01', to: '2023-06-01' };
  expect((await read(days)).total.issued).toEqual(of(1, 5_000));
  const plain = await startTestApp({ DEMO: 'off' });
  const { id, email } = await makeAccount(plain.db, 'state admin');
  const { client } = await openSession(plain.url, email);
  for (const demo of [true, false])
    await storeHistory(plain.db, id, {
      lines: [{ code: '12020501', naira: 5_000 }],
      made: '2023-06-01T10:00:00Z',
      odd: 0,
      billed: true,
      paid: null,
      cleared: false,
      withdrawnBy: null,
      changes: { demo },
    });
  expect((await read(days, { token: '', client })).total.issued).toEqual(of(1, 5_000));
  await plain.stop();
});

test.each([
  [{}, 400],
  [{ from: '2023-01-02', to: '2023-01-01' }, 400],
  [{ from: '2023-01-01', to: '2024-01-02' }, 400],
  [{ from: '2023-01-01', to: '2023-01-02', by: 'team' }, 400],
])('a reconciliation of %j is refused', async (query, status) => {
  const asked = askFile(app, admin, readReconciliation, query);
  expect(await refusalOf(asked)).toMatchObject({ status });
});
