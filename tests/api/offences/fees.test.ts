import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBooking } from '#contract/bookings.ts';
import { listFees, proposeFee, readFees } from '#contract/fees.ts';
import { createBooking } from '#contract/new-bookings.ts';
import { listOffences } from '#contract/offences.ts';
import { someText } from '#tests/api/endpoints/endpoint-row.ts';
import type { Client } from '#tests/support/client.ts';
import { aBooking, asOwner } from '#tests/support/factories.ts';
import { dayFromNow, feeSince } from '#tests/support/fees.ts';
import { booked, trailOf } from '#tests/support/journey.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let admin: Person;
let officer: Person;

beforeAll(async () => {
  app = await startTestApp();
  admin = await makePerson(app, 'state admin');
  officer = await makePerson(app, 'booking officer');
});
afterAll(() => app.stop());

const tomorrow = () => dayFromNow(1);
const propose = (client: Client, id: string, body: object) =>
  client.call(proposeFee, { params: { id }, body });

const since = (offence: string, days: number, naira: number, organisation?: string) =>
  feeSince(app, { offence, days, naira, by: admin.id, ...(organisation && { organisation }) });

async function feeToday(client: Client, id: string, organisation?: 'Kaduna' | 'Ogun') {
  const { data } = await client.ok(listOffences, { query: organisation ? { organisation } : {} });
  return data.find((offence) => offence.id === id)?.amount;
}

const ticketOf = (id: string) => booked(officer, { offence: [{ id }] });

test('a fee applies from its day on, and the latest that has begun counts', async () => {
  expect(await feeToday(officer, 'LGC-01')).toBe(5_000);
  await since('LGC-01', -40, 6_000);
  await since('LGC-01', -2, 7_000);
  await since('LGC-01', 0, 8_000);
  await since('LGC-01', 1, 9_000);
  expect(await feeToday(officer, 'LGC-01')).toBe(8_000);
  expect((await ticketOf('LGC-01')).price).toBe(8_000);
  // Before two people were needed, one set a fee.
  const { data } = await admin.ok(readFees, { params: { id: 'LGC-01' } });
  expect(data.fees[0]).toMatchObject({ setBy: { id: admin.id }, confirmedBy: null });
});

test('the catalogue tells the fees of days to come, the nearest first, and none that waits', async () => {
  await since('LGC-06', 9, 9_500);
  await since('LGC-06', 3, 8_500);
  const body = { amount: 1_000, from: dayFromNow(2), reason: 'Gazette 14.' };
  await propose(admin, 'LGC-06', body);
  const { data } = await officer.ok(listOffences);
  expect(data.find(({ id }) => id === 'LGC-06')).toMatchObject({
    amount: 5_000,
    later: [
      { from: dayFromNow(3), amount: 8_500 },
      { from: dayFromNow(9), amount: 9_500 },
    ],
  });
});

test('a ticket keeps the price that it was issued at', async () => {
  const { _id: id, price } = await ticketOf('LGC-02');
  expect(price).toBe(5_000);
  await since('LGC-02', 0, 12_500);
  const { data } = await officer.ok(readBooking, { params: { id } });
  expect(data).toMatchObject({ price: 5_000, offence: [{ id: 'LGC-02', amount: 5_000 }] });
  expect((await ticketOf('LGC-02')).price).toBe(12_500);
});

test('a ticket that is sent again after its fee changed is the one that stands', async () => {
  const body = aBooking({ _id: '01JCQ8Z4T3XJ5V8Y6M2N7P9R1S', offence: [{ id: 'LGC-05' }] });
  await officer.ok(createBooking, { body });
  await since('LGC-05', 0, 9_000);
  const again = await officer.call(createBooking, { body });
  expect(again).toMatchObject({ status: 200, body: { data: { price: 5_000 } } });
});

test('a fee of one organisation does not reach another', async () => {
  await since('TMS-01', 0, 15_000, 'Ogun');
  const everywhere = await makePerson(app, 'state admin', { state: null });
  expect(await feeToday(officer, 'TMS-01')).toBe(10_000);
  expect(await feeToday(everywhere, 'TMS-01')).toBe(10_000);
  expect(await feeToday(everywhere, 'TMS-01', 'Ogun')).toBe(15_000);
  expect(await everywhere.call(listFees, {})).toMatchObject({
    status: 400,
    body: { error: 'Select an organisation.' },
  });
  expect(await admin.call(listFees, { query: { organisation: 'Ogun' } })).toMatchObject({
    status: 403,
  });
  const body = { amount: 1, from: tomorrow(), reason: 'So.', organisation: 'Ogun' };
  expect(await propose(admin, 'TMS-01', body)).toMatchObject({ status: 403 });
});

test('no fee is set for a day that has begun, nor far away', async () => {
  for (const days of [-1, 0, 800]) {
    const body = { amount: 100, from: dayFromNow(days), reason: 'So.' };
    expect(await propose(admin, 'LGC-08', body)).toMatchObject({
      status: 400,
      body: { fields: { from: someText } },
    });
  }
  expect(await trailOf(app.db, { record: 'Kaduna LGC-08' })).toEqual([]);
});

test('the database itself refuses to change a fee whose day has begun', async () => {
  await since('LGC-10', 0, 7_000);
  const change = (statement: string) => asOwner(app, `${statement} where offence_id = 'LGC-10'`);
  await expect(change('update offence_fees set amount_kobo = 100')).rejects.toThrow(/stands from/);
  await expect(change('delete from offence_fees')).rejects.toThrow(/stands from/);
  await expect(
    asOwner(
      app,
      `insert into offence_fees (organisation, offence_id, from_day, amount_kobo, reason, set_by)
       values ('Kaduna', 'LGC-11', current_date - 1, 100, 'So.', $1)`,
      [admin.id],
    ),
  ).rejects.toThrow(/day to come/);
});

test.each<[what: string, field: string, body: Record<string, unknown>]>([
  ['nothing', 'amount', { amount: undefined }],
  ['less than nothing', 'amount', { amount: -1 }],
  ['a part of a naira', 'amount', { amount: 10.5 }],
  ['more than ten million', 'amount', { amount: 10_000_001 }],
  ['an amount as text', 'amount', { amount: '5000' }],
  ['a day that is none', 'from', { from: '2027-02-30' }],
  ['a moment', 'from', { from: '2027-02-01T00:00:00Z' }],
  ['no reason', 'reason', { reason: ' ' }],
  ['a reason that cannot be read', 'reason', { reason: 'a\u0000b' }],
  ['a reason without end', 'reason', { reason: 'x'.repeat(501) }],
  ['an unknown organisation', 'organisation', { organisation: 'Atlantis' }],
])('%s is refused as a fee', async (_, field, changes) => {
  const body = { amount: 100, from: tomorrow(), reason: 'So.', ...changes };
  expect(await propose(admin, 'LGC-09', body)).toMatchObject({
    status: 400,
    body: { fields: { [field]: someText } },
  });
});

test('an offence that the catalogue does not know has no fee', async () => {
  const body = { amount: 100, from: tomorrow(), reason: 'So.' };
  for (const id of ['LGC-99', 'AAA-01'])
    expect((await propose(admin, id, body)).status, id).toBe(404);
  expect((await propose(admin, 'constructor', body)).status).toBe(400);
});

test('a state admin who does not see all zones reads fees and proposes none', async () => {
  const ofZone = await makePerson(app, 'state admin', { zone: 'Zaria' });
  await ofZone.ok(listFees, {});
  const body = { amount: 100, from: tomorrow(), reason: 'So.' };
  expect(await propose(ofZone, 'LGC-12', body)).toMatchObject({
    status: 403,
    body: { code: 'out_of_scope' },
  });
});
