import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Booking, readBooking } from '#contract/bookings.ts';
import { checkBooking, sweepBookings } from '#contract/payments.ts';
import { startPayment } from '#contract/payments.ts';
import { asOwner } from '#tests/support/factories.ts';
import { billed, booked, payAtGateway, trailOf, until } from '#tests/support/journey.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let officer: Person;

beforeAll(async () => {
  app = await startTestApp();
  officer = await makePerson(app, 'booking officer');
});
afterEach(() => {
  Object.assign(app.faults, { down: false, busy: false });
});
afterAll(() => app.stop());

const check = (id: string) => officer.ok(checkBooking, { params: { id } });
const read = async (id: string): Promise<Booking> =>
  (await officer.ok(readBooking, { params: { id } })).data;
const paymentsOf = (id: string) =>
  app.db.selectFrom('payments').selectAll().where('booking_id', '=', id).execute();

/** A booking whose bill was paid at the gateway, before anybody has checked. */
async function paidAtGateway(): Promise<Booking & { billRef: string }> {
  const booking = await billed(officer, (await booked(officer))._id);
  const { url } = await officer.ok(startPayment, { body: { billRef: booking.billRef } });
  await payAtGateway(url);
  return booking;
}

test('while the gateway takes nothing a booking stands without a bill, and gets it when it is back', async () => {
  app.faults.busy = true;
  const booking = await booked(officer);
  await until('the gateway was asked in vain', async () => {
    const row = await app.db
      .selectFrom('bookings')
      .select('bill_problem')
      .where('id', '=', booking._id)
      .executeTakeFirstOrThrow();
    return row.bill_problem !== null;
  });
  const standing = await read(booking._id);
  expect(standing).toMatchObject({ billRef: null, paid: false, price: 12_000 });
  const early = await check(booking._id);
  expect(early.data).toMatchObject({ paid: false, billRef: null });

  app.faults.busy = false;
  const { billRef } = await billed(officer, booking._id);
  const bills = await asOwner(
    app,
    `select bill_reference, sum(amount_kobo)::int as kobo from sandbox.bills
     join sandbox.bill_items using (bill_reference) where identifier = $1 group by 1`,
    [booking._id],
  );
  expect(bills).toEqual([{ bill_reference: billRef, kobo: 1_200_000 }]);
});

test('189a, 288: paying without a bill reference is refused in the words of Pay Bill', async () => {
  for (const body of [{}, { billRef: null }, { billRef: '' }, { billRef: '  ' }]) {
    const answer = await officer.call(startPayment, { body });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      error: 'No payment reference, cannot generate Payment url.',
    });
  }
});

test('paying while the gateway is down is a 503 that writes nothing', async () => {
  const { _id, billRef } = await billed(officer, (await booked(officer))._id);
  app.faults.down = true;
  const answer = await officer.call(startPayment, { body: { billRef } });
  expect(answer).toMatchObject({ status: 503, body: { code: 'gateway_unavailable' } });
  expect((await trailOf(app.db, { record: _id })).map(({ event }) => event)).toEqual([
    'booking.made',
  ]);
});

test('a bill that nobody knows is a 404', async () => {
  const answer = await officer.call(startPayment, { body: { billRef: '999999999999' } });
  expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
});

test('Check Status while the gateway is down finds nothing paid, and later finds the payment', async () => {
  const { _id } = await paidAtGateway();
  app.faults.down = true;
  expect((await check(_id)).data.paid).toBe(false);
  expect(await read(_id)).toMatchObject({ paid: false, paidAt: null, receipt: '' });
  expect(await paymentsOf(_id)).toEqual([]);

  app.faults.down = false;
  expect((await check(_id)).data.paid).toBe(true);
  expect(await paymentsOf(_id)).toHaveLength(1);
});

test.each([
  ['less', 'amount_kobo - 100'],
  ['a kobo less', 'amount_kobo - 1'],
  ['more', 'amount_kobo + 5000'],
])('a bill paid with %s than its price is not paid', async (_what, amount) => {
  const { _id, billRef } = await paidAtGateway();
  await asOwner(
    app,
    `update sandbox.bill_items set amount_kobo = ${amount}
     where bill_reference = $1 and position = 0`,
    [billRef],
  );
  expect((await check(_id)).data.paid).toBe(false);
  expect(await read(_id)).toMatchObject({ paid: false, receipt: '' });
  expect(await paymentsOf(_id)).toEqual([]);
  const [checked] = (await trailOf(app.db, { record: _id })).slice(-1);
  expect(JSON.stringify(checked?.after)).toContain('kobo instead of 1200000');
});

test('a bill that vanished from the gateway is not paid', async () => {
  const { _id, billRef } = await paidAtGateway();
  await asOwner(app, 'delete from sandbox.bill_items where bill_reference = $1', [billRef]);
  expect((await check(_id)).data.paid).toBe(false);
  await asOwner(app, 'delete from sandbox.bills where bill_reference = $1', [billRef]);
  expect((await check(_id)).data.paid).toBe(false);
  expect(await paymentsOf(_id)).toEqual([]);
});

test('a failed or abandoned attempt at the gateway pays nothing', async () => {
  const { _id, billRef } = await billed(officer, (await booked(officer))._id);
  const { url } = await officer.ok(startPayment, { body: { billRef } });
  for (const then of ['fail', 'abandon'])
    await fetch(url, { method: 'POST', body: new URLSearchParams({ then }) });
  expect((await check(_id)).data.paid).toBe(false);
});

test('a sweep finds what was paid, once a minute for an organisation, and writes it as the product', async () => {
  const { _id } = await paidAtGateway();
  const still = await billed(officer, (await booked(officer))._id);
  expect((await officer.ok(sweepBookings)).data.started).toBe(true);
  expect((await officer.ok(sweepBookings)).data.started).toBe(false);
  await until('the sweep settled the booking', async () => (await read(_id)).paid);
  const [payment] = await paymentsOf(_id);
  expect(payment).toMatchObject({ confirmed_by: null, amount_kobo: 1_200_000 });
  expect((await read(still._id)).paid).toBe(false);
  const row = await app.db
    .selectFrom('audit')
    .select(['actor_id', 'actor_role'])
    .where('record_id', '=', _id)
    .where('event', '=', 'booking.paid')
    .execute();
  expect(row).toEqual([{ actor_id: null, actor_role: 'system' }]);
});
