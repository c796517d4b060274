import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { clearVehicle } from '#contract/booking-corrections.ts';
import { exceptionRegister } from '#contract/exceptions.ts';
import { checkBooking, sweepBookings } from '#contract/payments.ts';
import { startPayment } from '#contract/payments.ts';
import { asOwner } from '#tests/support/factories.ts';
import { bookedWithBill, until } from '#tests/support/journey.ts';
import { aNotice, noticePath, signatureOf } from '#tests/support/notices.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { billsAtGateway, takeMoney } from '#tests/support/sandbox-books.ts';
import { send } from '#tests/support/send.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let officer: Person;
let colleague: Person;
let admin: Person;

beforeAll(async () => {
  app = await startTestApp();
  officer = await makePerson(app, 'booking officer');
  colleague = await makePerson(app, 'zonal head');
  admin = await makePerson(app, 'state admin');
});
afterEach(() => {
  app.faults.amountOffBy = 0;
  delete app.faults.payStatus;
});
afterAll(() => app.stop());

const times = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_none, index) => make(index)));

const check = async (id: string) => (await officer.ok(checkBooking, { params: { id } })).data;

async function notify(billRef: string): Promise<void> {
  const body = JSON.stringify(aNotice(billRef));
  const answer = await send(app.url + noticePath, { body, headers: signatureOf(body) });
  expect(answer.status).toBe(200);
}

const noticesAnswered = (billRef: string) =>
  until('every notice was looked into', async () => {
    const rows = await app.db
      .selectFrom('notices')
      .select('outcome')
      .where('bill_ref', '=', billRef)
      .execute();
    return rows.length > 0 && rows.every(({ outcome }) => outcome !== null);
  });

/** Sweeps the organisation again without the usual wait of a minute. */
async function sweepNow(): Promise<void> {
  await app.db
    .updateTable('sweeps')
    .set({ started_at: new Date(0) })
    .execute();
  expect((await officer.ok(sweepBookings)).data.started).toBe(true);
  await until('the sweep is over', async () => {
    const left = await asOwner(
      app,
      `select id from pgboss.job where name = 'sweep-bills' and state < 'completed'`,
    );
    return left.length === 0;
  });
}

const exceptionsOf = async (id: string) =>
  (await admin.ok(exceptionRegister.list, { query: { limit: '100', booking: id } })).data;
const eventsOf = async (id: string, event: string) =>
  app.db
    .selectFrom('audit')
    .select('id')
    .where('record_id', '=', id)
    .where('event', '=', event)
    .execute();
const paymentsOf = (id: string) =>
  app.db
    .selectFrom('payments')
    .select(['amount_kobo', 'receipt'])
    .where('booking_id', '=', id)
    .execute();

/** Presses Pay Bill again where a busy machine let the gateway answer too late. */
async function payBill(billRef: string): Promise<string> {
  const answer = await officer.call(startPayment, { body: { billRef } });
  if (answer.ok) return answer.body.url;
  expect(answer).toMatchObject({ status: 503, body: { code: 'gateway_unavailable' } });
  return payBill(billRef);
}

/** A change must pass some at once, a night many. */
const crowds = [
  { count: 20, tags: [] },
  { count: 100, tags: ['night'] },
];

for (const { count, tags } of crowds) {
  test(`${count} Pay Bill at once lead to one page of one bill`, { tags }, async () => {
    const { _id, billRef } = await bookedWithBill(officer);
    const urls = await times(count, () => payBill(billRef));
    expect(new Set(urls).size).toBe(1);
    expect(await billsAtGateway(app, _id)).toEqual([billRef]);
  });

  test(`of ${count} clearances at once one wins`, { tags }, async () => {
    const { _id: id, billRef } = await bookedWithBill(officer);
    await takeMoney(app, billRef);
    expect((await check(id)).paid).toBe(true);
    const request = { params: { id }, body: { completed: true } };
    const answers = await times(count, (index) =>
      (index % 2 === 0 ? officer : colleague).call(clearVehicle, request),
    );
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([200, ...Array<number>(count - 1).fill(409)]);
    expect(await eventsOf(id, 'booking.cleared')).toHaveLength(1);
  });
}

test('Check Status, sweep and notices at once come to one payment', async () => {
  const { _id: id, billRef } = await bookedWithBill(officer);
  const receipt = await takeMoney(app, billRef);
  await Promise.all([sweepNow(), times(10, () => check(id)), times(10, () => notify(billRef))]);
  await noticesAnswered(billRef);
  expect(await paymentsOf(id)).toEqual([{ amount_kobo: 1_200_000, receipt }]);
  expect(await eventsOf(id, 'booking.paid')).toHaveLength(1);
  expect(await exceptionsOf(id)).toEqual([]);
});

test('a second payment of a paid bill goes before a person, once', async () => {
  const { _id: id, billRef } = await bookedWithBill(officer);
  const first = await takeMoney(app, billRef);
  await check(id);
  const second = await takeMoney(app, billRef);
  await Promise.all([times(5, () => check(id)), times(5, () => notify(billRef))]);
  await noticesAnswered(billRef);
  expect(await exceptionsOf(id)).toMatchObject([
    {
      kind: 'second payment',
      billRef,
      amount: 12_000,
      receipt: second,
      story: `The payment gateway shows receipt ${second} for ₦12,000, but the booking was paid with receipt ${first} for ₦12,000.`,
    },
  ]);
  expect(await paymentsOf(id)).toEqual([{ amount_kobo: 1_200_000, receipt: first }]);
});

test('a paid bill that then shows another amount goes before a person', async () => {
  const { _id: id, billRef } = await bookedWithBill(officer);
  await takeMoney(app, billRef);
  await check(id);
  app.faults.amountOffBy = -100;
  await check(id);
  expect(await exceptionsOf(id)).toMatchObject([{ kind: 'second payment', amount: 11_999 }]);
});

test('money for a withdrawn booking goes before a person, once, and never pays it', async () => {
  const { _id: id, billRef } = await bookedWithBill(officer);
  await asOwner(
    app,
    `update bookings set withdrawn_at = now(), withdrawn_by = $2, withdrawn_reason = 'Wrong plate.'
     where id = $1`,
    [id, admin.id],
  );
  const refused = await officer.call(startPayment, { body: { billRef } });
  expect(refused).toMatchObject({ status: 409, body: { code: 'withdrawn' } });

  const receipt = await takeMoney(app, billRef);
  await sweepNow();
  await Promise.all([sweepNow(), times(5, () => notify(billRef))]);
  await noticesAnswered(billRef);
  expect(await exceptionsOf(id)).toMatchObject([
    { kind: 'paid after withdrawal', billRef, amount: 12_000, receipt },
  ]);
  expect(await paymentsOf(id)).toEqual([]);
  const checked = await officer.call(checkBooking, { params: { id } });
  expect(checked).toMatchObject({ status: 409, body: { code: 'withdrawn' } });
});

test('what the gateway could not prove resolves itself once it can', async () => {
  const { _id: id, billRef } = await bookedWithBill(officer);
  app.faults.payStatus = 'Fully Paid';
  for (let asked = 0; asked < 3; asked += 1) expect((await check(id)).paid).toBe(false);
  expect(await exceptionsOf(id)).toMatchObject([{ kind: 'unproven', state: 'open' }]);
  await takeMoney(app, billRef);
  expect((await check(id)).paid).toBe(true);
  expect(await exceptionsOf(id)).toMatchObject([{ kind: 'unproven', state: 'settled' }]);
});
