import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  exportOffencePayments,
  listOffencePayments,
} from '#contract/modules/money/offence-payments.ts';
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
const list = (query: Readonly<Record<string, string>>) => admin.ok(listOffencePayments, { query });
test('every payment of an offence is listed with its payer’s others, and summed to the kobo', async () => {
  const { _id: id } = await paidOf('KDA11111AA01', [offence, 'LGC-02']);
  await paidOf('KDA11111AA01');
  await paidOf('KDA22222AA02');
  await booked(officer, { offence: [{ id: offence }] });
  const { data, total, amount, givenBack } = await list({ offence, sort: 'payer' });
  const [{ amount: fee } = { amount: 0 }] = data;
  expect({ total, amount, givenBack }).toEqual({ total: 3, amount: 3 * fee, givenBack: 0 });
  expect(data.map(({ license, ofPayer }) => [license, ofPayer])).toEqual([
    ['KDA11111AA01', { count: 2, amount: 2 * fee }],
    ['KDA11111AA01', { count: 2, amount: 2 * fee }],
    ['KDA22222AA02', { count: 1, amount: fee }],
  ]);
  const whole = data.find(({ booking }) => booking === id);
  expect(whole?.paid).toBeGreaterThan(fee);
  for (const [query, found] of [
    [{ min: String(fee), max: String(fee), from: dayFromNow(0) }, 3],
    [{ min: String(fee + 1) }, 0],
    [{ by: 'paid', to: dayFromNow(-1) }, 0],
    [{ booking: id }, 1],
    [{ zone: 'Chikun' }, 0],
  ] as const)
    expect((await list({ offence, ...query })).total).toBe(found);
});

test('a payer is a person, however licence and phone are spelt, and no phone alone', async () => {
  const paidBy = (name: string, license: string, phoneNo: string) =>
    bookedAndPaid(officer, app.db, { name, license, phoneNo, offence: [{ id: 'LGC-05' }] });
  await paidBy('Musa Danladi', 'ABC12345AA12', '0803 111 0001');
  await paidBy('MUSA DANLADI', 'abc 12345 aa12', '0803 111 0002');
  await paidBy('Aisha Bello', '', '0803 111 0003');
  await paidBy('aisha  bello', '', '+234 803 111 0003');
  await paidBy('Ruth Okoro', '', '08031110003');
  const { data } = await list({ offence: 'LGC-05', sort: 'payer', limit: '100' });
  const counts = data.map(({ payer, ofPayer }) => [
    payer.toLowerCase().split(/\s+/)[0],
    ofPayer.count,
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
  const [row] = (await list({ booking: id })).data;
  const file = await admin.ok(exportOffencePayments, { query: { booking: id, format: 'csv' } });
  const [head = [], ...lines] = readCsv(file);
  const wholes = lines.map((line) => line[head.indexOf('Whole Bill (naira)')]);
  expect(wholes).toHaveLength(2);
  expect(wholes.map(Number).reduce((sum, naira) => sum + naira, 0)).toBe(row?.paid);
});

test('what was given back stands beside its payment, in list and file', async () => {
  const { _id: id } = await paidOf('KDA33333AA03');
  const people = { by: admin.id, decidedBy: (await makePerson(app, 'state admin')).id };
  const day = dayFromNow(0);
  await aRefund(app, { booking: id, naira: 2.5, day, ...people });
  const wrong = await aRefund(app, { booking: id, naira: 100, day, ...people });
  await aReversal(app, { refund: wrong, ...people });
  const { data, givenBack } = await list({ booking: id });
  expect(givenBack).toBe(2.5);
  expect(data[0]?.givenBack.map(({ amount }) => amount)).toEqual([2.5, 100, -100]);
  const file = await admin.ok(exportOffencePayments, { query: { booking: id, format: 'csv' } });
  expect(file).toContain('TRF-204518');
  expect(file).toContain('100 naira taken off again');
});
