import { ulid } from 'ulid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clearVehicle } from '#contract/booking-corrections.ts';
import { createBooking } from '#contract/new-bookings.ts';
import { checkBooking, startPayment } from '#contract/payments.ts';
import { aBooking, asOwner } from '#tests/support/factories.ts';
import { billed, booked, bookedAndPaid, payAtGateway, trailOf } from '#tests/support/journey.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let officer: Person;
let colleague: Person;

beforeAll(async () => {
  app = await startTestApp();
  officer = await makePerson(app, 'booking officer');
  colleague = await makePerson(app, 'zonal head');
});
afterAll(() => app.stop());

const times = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_none, index) => make(index)));

test('of twelve clearances of one paid booking exactly one wins', async () => {
  const { _id: id } = await bookedAndPaid(officer, app.db);
  const clear = (index: number) =>
    (index % 2 === 0 ? officer : colleague).call(clearVehicle, {
      params: { id },
      body: { completed: true },
    });
  const answers = await times(12, clear);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const others = answers.filter(({ status }) => status !== 200);
  for (const { status, body } of others) {
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: 'already_completed' });
  }
  const trail = await trailOf(app.db, { record: id });
  expect(trail.filter(({ event }) => event === 'booking.cleared')).toHaveLength(1);
});

test('the same booking sent twenty times at once is one booking, one job and one bill', async () => {
  const body = aBooking({ _id: ulid() });
  const answers = await times(20, () => officer.call(createBooking, { body }));
  expect(answers.map(({ status }) => status).sort()).toEqual([
    ...Array.from({ length: 19 }, () => 200),
    201,
  ]);
  // The bill may be made between two answers.
  const withoutBill = answers.map(({ body: answer }) =>
    answer.success ? { ...answer.data, billRef: null } : answer,
  );
  for (const booking of withoutBill) expect(booking).toEqual(withoutBill[0]);

  const id = body._id ?? '';
  const { billRef } = await billed(officer, id);
  const trail = await trailOf(app.db, { record: id });
  expect(trail.map(({ event }) => event)).toEqual(['booking.made']);
  const jobs = await asOwner(
    app,
    `select state from pgboss.job where name = 'make-bill' and data ->> 'bookingId' = $1`,
    [id],
  );
  expect(jobs).toHaveLength(1);
  const bills = await asOwner(
    app,
    'select bill_reference from sandbox.bills where identifier = $1',
    [id],
  );
  expect(bills).toEqual([{ bill_reference: billRef }]);
});

test('the same booking sent again later, after its bill was made, is a 200 and changes nothing', async () => {
  const body = aBooking({ _id: ulid() });
  const first = await officer.ok(createBooking, { body });
  const standing = await billed(officer, first.data._id);
  const again = await officer.call(createBooking, { body });
  expect(again).toMatchObject({ status: 200, body: { data: { billRef: standing.billRef } } });
  expect(await trailOf(app.db, { record: standing._id })).toHaveLength(1);
});

test('the same booking is the same whatever revenue heads the device knew meanwhile', async () => {
  const body = aBooking({ _id: ulid(), offence: [{ id: 'LGC-16', mdasId: null }] });
  const first = await officer.ok(createBooking, { body });
  for (const mdasId of [1, 'none', undefined]) {
    const again = { ...body, offence: [{ id: 'LGC-16', mdasId }] };
    const answer = await officer.call(createBooking, { body: again });
    expect(answer).toMatchObject({ status: 200, body: { data: { offence: first.data.offence } } });
  }
});

test('the same _id with other content is a 409 that reveals nothing', async () => {
  const body = aBooking({ _id: ulid(), name: 'Zainab Garba' });
  await officer.ok(createBooking, { body });
  const answer = await officer.call(createBooking, { body: { ...body, name: 'Somebody Else' } });
  expect(answer).toMatchObject({ status: 409, body: { code: 'id_taken' } });
  expect(Object.keys(answer.body).sort()).toEqual(['code', 'error', 'success']);
  expect(JSON.stringify(answer.body)).not.toContain('Zainab');
});

test('the same _id and content from another user is the same 409', async () => {
  const body = aBooking({ _id: ulid() });
  await officer.ok(createBooking, { body });
  const theirs = await colleague.call(createBooking, { body });
  const changed = await officer.call(createBooking, { body: { ...body, name: 'Somebody Else' } });
  expect(theirs).toMatchObject({ status: 409 });
  expect(theirs.body).toEqual(changed.body);
  expect(await trailOf(app.db, { record: body._id ?? '' })).toHaveLength(1);
});

test('an _id whose reference part is taken is a 409 as well, so references stay unique', async () => {
  const taken = ulid();
  await officer.ok(createBooking, { body: aBooking({ _id: taken }) });
  const twin = `0000000000${taken.slice(10)}`;
  const answer = await officer.call(createBooking, { body: aBooking({ _id: twin }) });
  expect(answer).toMatchObject({ status: 409, body: { code: 'id_taken' } });
});

test('different contents racing for one _id make one booking; the losers get a 409', async () => {
  const _id = ulid();
  const answers = await times(8, (index) =>
    officer.call(createBooking, { body: aBooking({ _id, name: `Driver ${index}` }) }),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([
    201,
    ...Array.from({ length: 7 }, () => 409),
  ]);
  expect(await trailOf(app.db, { record: _id })).toHaveLength(1);
});

test('Check Status several times at once on a paid bill makes one payment', async () => {
  const { _id: id, billRef } = await billed(officer, (await booked(officer))._id);
  const { url } = await officer.ok(startPayment, { body: { billRef } });
  await payAtGateway(url);
  const checks = await times(5, () => officer.call(checkBooking, { params: { id } }));
  for (const check of checks) expect(check.body).toMatchObject({ data: { paid: true } });

  const payments = await app.db
    .selectFrom('payments')
    .select(['kind', 'amount_kobo', 'bill_ref'])
    .where('booking_id', '=', id)
    .execute();
  expect(payments).toEqual([{ kind: 'gateway', amount_kobo: 1_200_000, bill_ref: billRef }]);
  const events = (await trailOf(app.db, { record: id })).map(({ event }) => event);
  expect(events.filter((event) => event === 'booking.paid')).toHaveLength(1);
  expect(events.filter((event) => event === 'booking.checked')).toHaveLength(5);
});

test('paying twice at the gateway keeps one receipt', async () => {
  const { _id: id, billRef } = await billed(officer, (await booked(officer))._id);
  const { url } = await officer.ok(startPayment, { body: { billRef } });
  await times(4, () => payAtGateway(url));
  await officer.ok(checkBooking, { params: { id } });
  const again = await officer.call(startPayment, { body: { billRef } });
  expect(again).toMatchObject({ status: 409, body: { code: 'already_paid' } });
  const receipts = await asOwner(
    app,
    `select payments.receipt = bills.receipt as same from payments
     join sandbox.bills on bills.bill_reference = payments.bill_ref where booking_id = $1`,
    [id],
  );
  expect(receipts).toEqual([{ same: true }]);
});
