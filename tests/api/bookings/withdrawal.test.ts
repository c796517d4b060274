import { afterAll, beforeAll, expect, test } from 'vitest';
import { withdrawBooking, clearVehicle } from '#contract/booking-corrections.ts';
import { checkBooking } from '#contract/payments.ts';
import { startPayment } from '#contract/payments.ts';
import { listWithdrawals } from '#contract/statistics.ts';
import { asOwner, markPaid } from '#tests/support/factories.ts';
import { billed, booked, payAtGateway, trailOf, until } from '#tests/support/journey.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { storeBooking } from '#tests/support/raw-bookings.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { withdrawalOf, withdrawalReason, withdrawn } from '#tests/support/withdrawals.ts';

let app: TestApp;
let officer: Person;
let head: Person;
let admin: Person;

beforeAll(async () => {
  app = await startTestApp();
  officer = await makePerson(app, 'booking officer');
  head = await makePerson(app, 'zonal head', { zone: 'Zaria' });
  admin = await makePerson(app, 'state admin');
});
afterAll(() => app.stop());

const withBill = async () => billed(officer.client, (await booked(officer.client))._id);

const rowOf = (id: string) =>
  app.db
    .selectFrom('bookings')
    .select(['paid', 'withdrawn_at', 'withdrawn_by', 'withdrawn_reason'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

test('a superior withdraws an unpaid booking with a reason, and the booking says who, when and why', async () => {
  const { _id } = await withBill();
  const { data } = await head.client.ok(withdrawBooking, withdrawalOf(_id));
  expect(data).toMatchObject({
    paid: false,
    completed: false,
    withdrawal: {
      reason: withdrawalReason,
      by: { id: head.id, role: 'zonal head', name: 'Amina Sule' },
    },
  });
  expect(Date.parse(data.withdrawal?.at ?? '')).toBeGreaterThan(Date.parse(data.createdAt));
  const trail = await trailOf(app.db, { record: _id });
  expect(trail.map(({ event }) => event)).toEqual([
    'booking.made',
    'booking.checked',
    'booking.withdrawn',
  ]);
  expect(trail.at(-1)).toMatchObject({
    actor_id: head.id,
    before: { withdrawn: false },
    after: { withdrawn: true, reason: withdrawalReason },
  });
});

test('nobody withdraws a booking that they made, and nobody beyond their scope', async () => {
  const own = await booked(admin.client);
  expect(await admin.client.call(withdrawBooking, withdrawalOf(own._id))).toMatchObject({
    status: 403,
    body: {
      error:
        'You cannot withdraw a booking that you made. Ask another zonal head or a state admin.',
    },
  });
  const elsewhere = await booked(officer.client, { zone: 'Chikun' });
  expect(await head.client.call(withdrawBooking, withdrawalOf(elsewhere._id))).toMatchObject({
    status: 404,
  });
  expect(await rowOf(own._id)).toMatchObject({ withdrawn_at: null });
  expect(await rowOf(elsewhere._id)).toMatchObject({ withdrawn_at: null });
});

test('without a reason of 3 to 500 characters nothing is withdrawn', async () => {
  const { _id } = await booked(officer.client);
  for (const given of [undefined, '', '   ', 'no', 'x'.repeat(501), 'a\u0000bc', 7]) {
    const answer = await head.client.call(withdrawBooking, {
      params: { id: _id },
      body: { reason: given },
    });
    expect(answer, String(given)).toMatchObject({ status: 400 });
  }
  expect(await rowOf(_id)).toMatchObject({ withdrawn_at: null });
});

test('a booking that is paid, cleared or withdrawn already is a 409', async () => {
  const paid = await booked(officer.client);
  await markPaid(app.db, paid._id);
  expect(await head.client.call(withdrawBooking, withdrawalOf(paid._id))).toMatchObject({
    status: 409,
    body: { error: 'This booking is paid, so it cannot be withdrawn.' },
  });
  await officer.client.ok(clearVehicle, { params: { id: paid._id }, body: { completed: true } });
  expect(await head.client.call(withdrawBooking, withdrawalOf(paid._id))).toMatchObject({
    status: 409,
  });
  const { _id } = await withdrawn(officer.client, head.client);
  expect(await admin.client.call(withdrawBooking, withdrawalOf(_id))).toMatchObject({
    status: 409,
    body: { error: 'This booking has already been withdrawn.' },
  });
});

test('money that has come is counted first, and the withdrawal refused', async () => {
  const { _id, billRef } = await withBill();
  const { url } = await officer.client.ok(startPayment, { body: { billRef } });
  await payAtGateway(url);
  expect(await head.client.call(withdrawBooking, withdrawalOf(_id))).toMatchObject({
    status: 409,
    body: { error: 'This booking was just paid, so it cannot be withdrawn.' },
  });
  expect(await rowOf(_id)).toMatchObject({ paid: true, withdrawn_at: null });
});

test('while the gateway is silent a booking is withdrawn all the same', async () => {
  const { _id } = await withBill();
  app.faults.down = true;
  const answer = await head.client.call(withdrawBooking, withdrawalOf(_id));
  app.faults.down = false;
  expect(answer).toMatchObject({ status: 200 });
});

test('of many withdrawals at once one wins, and the others are a 409', async () => {
  const { _id } = await booked(officer.client);
  const people = await Promise.all(
    Array.from({ length: 4 }, () => makePerson(app, 'zonal head', { zone: 'Zaria' })),
  );
  const answers = await Promise.all(
    [...people, ...people].map(({ client }) => client.call(withdrawBooking, withdrawalOf(_id))),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(409)]);
  const trail = await trailOf(app.db, { record: _id });
  expect(trail.filter(({ event }) => event === 'booking.withdrawn')).toHaveLength(1);
});

test('of a payment and a withdrawal at the same moment one wins, whichever, and no naira is lost', async () => {
  const rounds = await Promise.all(Array.from({ length: 6 }, () => withBill()));
  await Promise.all(
    rounds.map(async ({ _id, billRef }) => {
      const { url } = await officer.client.ok(startPayment, { body: { billRef } });
      const [withdrawal] = await Promise.all([
        head.client.call(withdrawBooking, withdrawalOf(_id)),
        payAtGateway(url).then(() => officer.client.call(checkBooking, { params: { id: _id } })),
      ]);
      const { paid, withdrawn_at } = await rowOf(_id);
      expect(withdrawal.status).toBe(paid ? 409 : 200);
      expect(withdrawn_at === null).toBe(paid);
    }),
  );
});

test('the doubts about its bill are closed, since no bill is wanted any more', async () => {
  app.faults.fail = true;
  const { _id } = await booked(officer.client);
  const open = () =>
    app.db
      .selectFrom('payment_exceptions')
      .select('id')
      .where('booking_id', '=', _id)
      .where('closed_at', 'is', null)
      .execute();
  await until('the bill is in doubt', async () => (await open()).length > 0);
  app.faults.fail = false;
  await head.client.ok(withdrawBooking, withdrawalOf(_id));
  expect(await open()).toEqual([]);
});

test('not even in SQL is a withdrawal taken back, or made of a paid booking', async () => {
  const { _id } = await withdrawn(officer.client, head.client);
  const undo = `update bookings
    set withdrawn_at = null, withdrawn_by = null, withdrawn_reason = null where id = $1`;
  await expect(asOwner(app, undo, [_id])).rejects.toThrow('was withdrawn, and stays so');
  await expect(markPaid(app.db, _id)).rejects.toThrow('withdrawn_is_never_paid');
});

test('a state admin sees how many bookings each officer had withdrawn, the highest rate first', async () => {
  const place = { zone: 'Kajuru' };
  const [one, two, three] = await Promise.all(
    [1, 2, 3].map(() => makePerson(app, 'booking officer', place)),
  );
  if (!one || !two || !three) throw new Error('Three officers are wanted.');
  const make = async ({ client }: Person, issued: number, taken: number) => {
    for (let made = 0; made < issued; made += 1) {
      const { _id } = await booked(client, place);
      if (made < taken) await admin.client.ok(withdrawBooking, withdrawalOf(_id));
    }
  };
  await make(one, 2, 1);
  await make(two, 4, 2);
  await make(three, 3, 0);
  const query = { ...place, organisation: 'Kaduna' };
  const { data } = await admin.client.ok(listWithdrawals, { query });
  expect(data).toMatchObject([
    { officer: { id: two.id }, issued: 4, withdrawn: 2, naira: 24_000, rate: 0.5 },
    { officer: { id: one.id }, issued: 2, withdrawn: 1, naira: 12_000, rate: 0.5 },
    { officer: { id: three.id }, issued: 3, withdrawn: 0, naira: 0, rate: 0 },
  ]);
  const past = { ...query, from: '2001-01-01', to: '2001-12-31' };
  expect((await admin.client.ok(listWithdrawals, { query: past })).data).toEqual([]);
  // Without a first day, of a year.
  const at = new Date(Date.now() - 365 * 86_400_000);
  await storeBooking(app.db, one.id, { ...place, created_at: at });
  expect((await admin.client.ok(listWithdrawals, { query })).data).toEqual(data);
  expect(
    await admin.client.call(listWithdrawals, { query: { organisation: 'Ogun' } }),
  ).toMatchObject({ status: 403 });
});
