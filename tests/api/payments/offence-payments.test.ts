import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  exportOffencePayments,
  listOffencePayments,
  noteGivenBack,
} from '#contract/offence-payments.ts';
import { compareRecords } from '#server/features/audit/records.ts';
import { dayFromNow } from '#tests/support/fees.ts';
import { booked, bookedAndPaid } from '#tests/support/journey.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
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
const note = (id: string, changes: object) =>
  admin.call(noteGivenBack, {
    params: { id },
    body: {
      line: 1,
      amount: 1,
      day: dayFromNow(0),
      proof: 'Transfer 17',
      reason: 'Suit 12.',
      ...changes,
    },
  });

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

test('money given back is noted once, never beyond what was paid, and counts in list and file', async () => {
  const { _id: id } = await paidOf('KDA33333AA03');
  const [row] = (await list({ booking: id })).data;
  const fee = row?.amount ?? 0;
  const line = row?.line ?? 0;
  const half = fee / 2 + 0.5;
  const answers = await Promise.all([
    note(id, { line, amount: half }),
    note(id, { line, amount: half }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const after = await list({ booking: id });
  expect(after.givenBack).toBe(half);
  expect(after.data).toMatchObject([
    { givenBack: [{ amount: half, proof: 'Transfer 17', by: { id: admin.id } }] },
  ]);
  const file = await admin.ok(exportOffencePayments, { query: { booking: id, format: 'csv' } });
  expect(file).toContain('Transfer 17');
  expect((await compareRecords(app.db)).filter((one) => one.includes('given back'))).toEqual([]);
});

test('nothing is given back of what was not paid, on no day outside, and by nobody else', async () => {
  const { _id: unpaid } = await booked(officer, { offence: [{ id: offence }] });
  const { _id: id } = await paidOf('KDA44444AA04');
  const { line = 0 } = (await list({ booking: id })).data[0] ?? {};
  expect((await note(unpaid, { line })).status).toBe(409);
  expect((await note(id, { line: 77 })).status).toBe(404);
  for (const changes of [{ day: dayFromNow(1) }, { day: dayFromNow(-1) }, { amount: 0.001 }])
    expect((await note(id, { line, ...changes })).status).toBe(400);
});
