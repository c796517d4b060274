import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { withdrawBooking } from '#contract/booking-corrections.ts';
import { exceptionRegister } from '#contract/exceptions.ts';
import { confirmException, settleException } from '#contract/exceptions.ts';
import { checkBooking, type PaymentCheck, readBill } from '#contract/payments.ts';
import { asOwner } from '#tests/support/factories.ts';
import { booked, bookedWithBill, until } from '#tests/support/journey.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { takeMoney } from '#tests/support/sandbox-books.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let officer: Person;
let admin: Person;
let head: Person;

beforeAll(async () => {
  app = await startTestApp();
  officer = await makePerson(app, 'booking officer');
  admin = await makePerson(app, 'state admin');
  head = await makePerson(app, 'zonal head');
});
afterEach(() => {
  Object.assign(app.faults, { down: false, fail: false, amountOffBy: 0, payStatus: undefined });
});
afterAll(() => app.stop());

const check = async (id: string): Promise<PaymentCheck> =>
  (await officer.ok(checkBooking, { params: { id } })).data;

const billOf = async (id: string) => (await officer.ok(readBill, { params: { id } })).data;

const openExceptions = async (id: string) =>
  (await admin.ok(exceptionRegister.list, { query: { booking: id, state: 'open' } })).data;

/** Two people settle the exception of a booking. */
async function settled(id: string): Promise<void> {
  const [exception] = await openExceptions(id);
  const params = { id: exception?.id ?? '' };
  const body = { decision: 'noted', reason: 'Paid back at the bank.' } as const;
  const { data } = await admin.ok(settleException, { params, body });
  await head.ok(confirmException, {
    params,
    body: { agrees: true, proposedAt: data.settlement?.at ?? '' },
  });
}

test('a bill that is not paid yet is not paid, and the answer holds what it always held', async () => {
  const { _id, billRef } = await bookedWithBill(officer);
  const { checkedAt, ...answer } = await check(_id);
  expect(Date.parse(checkedAt)).not.toBeNaN();
  expect(answer).toEqual({
    _id,
    billRef,
    paid: false,
    completed: false,
    finding: { is: 'not paid' },
  });
});

test('a bill that is paid is paid, also while the gateway is silent', async () => {
  const { _id, billRef } = await bookedWithBill(officer);
  await takeMoney(app, billRef);
  expect(await check(_id)).toMatchObject({ paid: true, finding: { is: 'paid' } });
  app.faults.down = true;
  expect(await check(_id)).toMatchObject({ paid: true, finding: { is: 'paid' } });
});

test('where nothing is due the check is the payment', async () => {
  const { _id } = await booked(officer, { offence: [{ id: 'VIL-06' }] });
  expect(await check(_id)).toMatchObject({ paid: true, finding: { is: 'paid' } });
});

test('a receipt counts once: shown for a second booking, it pays nothing and somebody looks', async () => {
  const [one, another] = [await bookedWithBill(officer), await bookedWithBill(officer)];
  const receipt = await takeMoney(app, one.billRef);
  expect(await check(one._id)).toMatchObject({ paid: true });
  const bills = 'update sandbox.bills set receipt = $2, paid_at = $3 where bill_reference = $1';
  await asOwner(app, bills, [one.billRef, null, null]);
  await asOwner(app, bills, [another.billRef, receipt, new Date()]);
  expect(await check(another._id)).toMatchObject({ paid: false });
  expect(await openExceptions(another._id)).toMatchObject([{ kind: 'unproven', receipt }]);
});

test('a gateway that gives no answer is not a bill that is unpaid: it says when it is asked again', async () => {
  const { _id, billRef } = await bookedWithBill(officer);
  await takeMoney(app, billRef);
  app.faults.down = true;
  const { paid, checkedAt, finding } = await check(_id);
  expect(paid).toBe(false);
  if (finding.is !== 'no answer' || finding.againAt === null) throw new Error(finding.is);
  const minutes = (Date.parse(finding.againAt) - Date.parse(checkedAt)) / 60_000;
  expect(minutes).toBeGreaterThan(10);
  expect(minutes).toBeLessThanOrEqual(15);
  expect(Date.parse(finding.againAt) % 300_000).toBe(0);
  app.faults.down = false;
  expect(await check(_id)).toMatchObject({ paid: true, finding: { is: 'paid' } });
});

test('of a gateway that is no longer set up nobody says that it is asked again', async () => {
  const { _id } = await bookedWithBill(officer);
  await asOwner(app, `update bookings set bill_gateway = 'Paystack' where id = $1`, [_id]);
  expect(await check(_id)).toMatchObject({
    paid: false,
    finding: { is: 'no gateway' },
  });
  expect(await billOf(_id)).toMatchObject({ is: 'made', gateway: false, matter: null });
});

test('while there is no bill there is nothing to be paid', async () => {
  app.faults.down = true;
  const { _id } = await booked(officer);
  expect(await check(_id)).toMatchObject({
    billRef: null,
    paid: false,
    finding: { is: 'no bill' },
  });
});

test('money of another amount is before a person, until it is settled', async () => {
  const { _id, billRef } = await bookedWithBill(officer);
  await takeMoney(app, billRef);
  app.faults.amountOffBy = -100;
  const finding = { is: 'before a person', matter: 'other amount' };
  expect(await billOf(_id)).toMatchObject({ is: 'made', gateway: true, matter: null });
  expect(await check(_id)).toMatchObject({ paid: false, finding: { ...finding, settled: false } });
  expect(await billOf(_id)).toMatchObject({ is: 'made', gateway: true, matter: 'other amount' });
  // It remains, whatever the gateway answers next.
  app.faults.down = true;
  expect(await check(_id)).toMatchObject({ paid: false, finding: { ...finding, settled: false } });
  app.faults.down = false;
  await settled(_id);
  expect(await check(_id)).toMatchObject({ paid: false, finding: { ...finding, settled: true } });
  expect(await openExceptions(_id)).toEqual([]);
  expect(await billOf(_id)).toMatchObject({ is: 'made', gateway: true, matter: null });
});

test('a payment that is called so and not shown is before a person', async () => {
  const { _id } = await bookedWithBill(officer);
  app.faults.payStatus = 'Fully Paid';
  expect(await check(_id)).toMatchObject({
    paid: false,
    finding: { is: 'before a person', matter: 'unproven', settled: false },
  });
});

test('a bill in doubt is before a person, who looks before anybody asks again', async () => {
  app.faults.fail = true;
  const { _id } = await booked(officer);
  await until('a person is asked', async () => (await openExceptions(_id)).length > 0);
  app.faults.fail = false;
  expect(await check(_id)).toMatchObject({
    billRef: null,
    paid: false,
    finding: { is: 'before a person', matter: 'bill in doubt', settled: false },
  });
});

test('a withdrawn booking is not checked: nothing is due on it', async () => {
  const { _id } = await bookedWithBill(officer);
  await head.ok(withdrawBooking, { params: { id: _id }, body: { reason: 'Booked twice.' } });
  expect(await officer.call(checkBooking, { params: { id: _id } })).toMatchObject({
    status: 409,
    body: { code: 'withdrawn' },
  });
});
