import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportReportRows, listReportRows } from '#contract/modules/reports/report-rows.ts';
import { readReport } from '#contract/modules/reports/reports.ts';
import { dayOf } from '#server/time.ts';
import { dayFromNow } from '#tests/support/fees.ts';
import { booked, bookedAndPaid } from '#tests/support/journey.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { aRefund, aReversal } from '#tests/support/refunds.ts';
import { readCsv } from '#tests/support/spreadsheets.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let admin: Person;
let officer: Person;

beforeAll(async () => {
  app = await startTestApp();
  admin = await makePerson(app, 'state admin');
  officer = await makePerson(app, 'booking officer', { zone: 'Zaria' });
});
afterAll(() => app.stop());

const offence = 'VDF-01';
const paidOf = (license: string, ids: readonly string[] = [offence]) =>
  bookedAndPaid(officer, app.db, { license, offence: ids.map((id) => ({ id })) });
const received = { figure: 'received', each: 'head' } as const;
const list = (query: Readonly<Record<string, string>>) =>
  admin.ok(listReportRows, { query: { ...received, limit: '100', ...query } });
const paymentsOf = async (id: string) =>
  (await list({})).data.filter(({ payment }) => payment?.booking === id);

test('every payment of an offence is listed with its payer’s others, and summed to the kobo', async () => {
  const { _id: id } = await paidOf('KDA11111AA01', [offence, 'LGC-02']);
  await paidOf('KDA11111AA01');
  await paidOf('KDA22222AA02');
  await booked(officer, { offence: [{ id: offence }] });
  const ofOffence = { each: 'offence', offence };
  const { data, total, amount, givenBack } = await list({ ...ofOffence, sort: 'payer' });
  const fee = data[0]?.amount ?? 0;
  expect({ total, amount, givenBack }).toEqual({ total: 3, amount: 3 * fee, givenBack: 0 });
  expect(data.map(({ payment }) => [payment?.license, payment?.ofPayer])).toEqual([
    ['KDA11111AA01', { count: 2, amount: 2 * fee }],
    ['KDA11111AA01', { count: 2, amount: 2 * fee }],
    ['KDA22222AA02', { count: 1, amount: fee }],
  ]);
  const whole = data.find(({ payment }) => payment?.booking === id);
  expect(whole?.payment?.paid).toBeGreaterThan(fee);
  for (const [query, found] of [
    [{ min: String(fee), max: String(fee), from: dayFromNow(0) }, 3],
    [{ min: String(fee + 1) }, 0],
    [{ to: dayFromNow(-1) }, 0],
    [{ figure: 'paid', from: '2020-01-01', to: dayFromNow(0) }, 3],
    [{ zone: 'Chikun' }, 0],
  ] as const)
    expect((await list({ ...ofOffence, ...query })).total).toBe(found);
});

test('B&P has the same sums by offence as the payments themselves, and opens them', async () => {
  const days = { from: dayOf(new Date()), to: dayOf(new Date()) };
  const { data } = await admin.ok(readReport, { query: { kind: 'b-and-p', ...days } });
  const table = data.tables.find(({ title }) => title === 'Received, by offence');
  const { rows } = await sql<{ offence: string; count: number; naira: number }>`
    select offence_id as offence, count(*)::integer as count,
           sum(charge.amount_kobo)::float8 / 100 as naira
    from booking_offences as charge join payments using (booking_id)
    where payments.kind = 'gateway' group by 1 order by 1`.execute(app.db);
  expect(rows.length).toBeGreaterThan(1);
  expect(table?.rows.map(({ cells }) => [cells[0], cells[2], cells[3]])).toEqual(
    rows.map((row) => [row.offence, row.count, row.naira]),
  );
  for (const [index, { opens }] of (table?.rows ?? []).entries()) {
    const asked = Object.fromEntries(new URLSearchParams(opens[3]?.split('?')[1]));
    const behind = await list(asked);
    expect([behind.total, behind.amount]).toEqual([rows[index]?.count, rows[index]?.naira]);
    expect(behind.data.every(({ payment }) => payment)).toBe(true);
  }
});

test('a payer is a person, however licence and phone are spelt, and no phone alone', async () => {
  const paidBy = (name: string, license: string, phoneNo: string) =>
    bookedAndPaid(officer, app.db, { name, license, phoneNo, offence: [{ id: 'LGC-05' }] });
  await paidBy('Musa Danladi', 'ABC12345AA12', '0803 111 0001');
  await paidBy('MUSA DANLADI', 'abc 12345 aa12', '0803 111 0002');
  await paidBy('Aisha Bello', '', '0803 111 0003');
  await paidBy('aisha  bello', '', '+234 803 111 0003');
  await paidBy('Ruth Okoro', '', '08031110003');
  const { data } = await list({ each: 'offence', offence: 'LGC-05', sort: 'payer' });
  const counts = data.map(({ payment }) => [
    payment?.payer.toLowerCase().split(/\s+/)[0],
    payment?.ofPayer.count,
  ]);
  expect(counts.sort()).toEqual([
    ['aisha', 2],
    ['aisha', 2],
    ['musa', 2],
    ['musa', 2],
    ['ruth', 1],
  ]);
});

test('the whole bill stands once in the file, so that its column adds up to the bills', async () => {
  const { _id: id } = await paidOf('KDA55555AA05', [offence, 'LGC-02']);
  const [row] = await paymentsOf(id);
  const file = await admin.ok(exportReportRows, { query: { ...received, format: 'csv' } });
  const [head = [], ...lines] = readCsv(file);
  const wholes = lines
    .filter((line) => line[head.indexOf('Reference')] === row?.record)
    .map((line) => line[head.indexOf('Bill Total (naira)')]);
  expect(wholes).toHaveLength(2);
  expect(wholes.map(Number).reduce((sum, naira) => sum + naira, 0)).toBe(row?.payment?.paid);
});

test('what was given back stands beside its payment, in list and file', async () => {
  const { _id: id } = await paidOf('KDA33333AA03');
  const people = { by: admin.id, decidedBy: (await makePerson(app, 'state admin')).id };
  const day = dayFromNow(0);
  await aRefund(app, { booking: id, naira: 2.5, day, ...people });
  const wrong = await aRefund(app, { booking: id, naira: 100, day, ...people });
  await aReversal(app, { refund: wrong, ...people });
  const [row] = await paymentsOf(id);
  expect((await list({})).givenBack).toBe(2.5);
  const [charge] = row?.payment?.charges ?? [];
  expect(charge?.givenBack.map(({ amount }) => amount)).toEqual([2.5, 100, -100]);
  const file = await admin.ok(exportReportRows, { query: { ...received, format: 'csv' } });
  expect(file).toContain('TRF-204518');
  expect(file).toContain('100 naira taken off again');
});

test('the rows behind any other figure are a file too, and have no payers', async () => {
  const query = { figure: 'issued', from: dayFromNow(0), to: dayFromNow(0) } as const;
  const { data, total, givenBack } = await admin.ok(listReportRows, { query });
  expect([givenBack, data[0]?.payment]).toEqual([null, null]);
  const file = await admin.ok(exportReportRows, { query: { ...query, format: 'csv' } });
  expect(readCsv(file)).toHaveLength(total + 1);
  expect(await admin.call(listReportRows, { query: { ...query, sort: 'payer' } })).toMatchObject({
    status: 400,
    body: { fields: { sort: 'Only payments can be sorted by payer.' } },
  });
});
