import fc from 'fast-check';
import { ulid } from 'ulid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clearVehicle } from '#contract/booking-corrections.ts';
import { createBooking } from '#contract/new-bookings.ts';
import { listOffences, type Offence } from '#contract/offences.ts';
import { checkBooking } from '#contract/payments.ts';
import { listRevenueHeads } from '#contract/payments.ts';
import { draws } from '#tests/support/draws.ts';
import { aBooking, asOwner } from '#tests/support/factories.ts';
import { billed, booked, trailOf } from '#tests/support/journey.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let officer: Person;
let catalogue: Offence[];

beforeAll(async () => {
  app = await startTestApp();
  officer = await makePerson(app, 'booking officer');
  catalogue = (await officer.ok(listOffences)).data;
});
afterAll(() => app.stop());

const linesOf = (bookingId: string) =>
  app.db
    .selectFrom('booking_offences')
    .select(['offence_id', 'name', 'amount_kobo'])
    .where('booking_id', '=', bookingId)
    .orderBy('line')
    .execute();

test('what a client says of price, amount, name, penalty or payment changes nothing', async () => {
  const lies = { name: 'Free of charge', penalty: 'none', amount: 1, code: '1', mdasId: 1 };
  const body = {
    ...aBooking(),
    offence: [{ id: 'LGC-16', ...lies }],
    price: 1,
    price_kobo: 1,
    paid: true,
    completed: true,
    billRef: '123456789012',
    receipt: '00000001',
    createdAt: '1999-01-01T00:00:00.000Z',
    createdBy: { id: 'somebody' },
    demo: true,
  };
  const { data } = await officer.ok(createBooking, { body });
  const honest = catalogue.find(({ id }) => id === 'LGC-16');
  expect(data).toMatchObject({
    price: honest?.amount,
    paid: false,
    completed: false,
    receipt: '',
    demo: false,
  });
  expect(data.billRef).not.toBe(body.billRef);
  expect(data.createdAt.slice(0, 4)).not.toBe('1999');
  expect(data.offence[0]).toMatchObject({
    name: honest?.name,
    penalty: honest?.penalty,
    amount: honest?.amount,
    code: honest?.code,
  });
  const heads = (await officer.ok(listRevenueHeads)).data;
  const own = heads.find(({ revenue_code }) => revenue_code === honest?.code)?.mdasId;
  expect(own).toBeGreaterThan(1);
  expect((await billed(officer, data._id)).offence[0]?.mdasId).toBe(own);
});

test('8b, 217a: an offence that is not in the catalogue is a 400 that names it', async () => {
  const answer = await officer.call(createBooking, {
    body: aBooking({ offence: [{ id: 'LGC-01' }, { id: 'LGC-99' }] }),
  });
  expect(answer).toMatchObject({
    status: 400,
    body: { fields: { offence: 'LGC-99 is not in the catalogue of offences.' } },
  });
});

test('an offence twice is a 400', async () => {
  const answer = await officer.call(createBooking, {
    body: aBooking({ offence: [{ id: 'TMS-01' }, { id: 'LGC-01' }, { id: 'TMS-01' }] }),
  });
  expect(answer).toMatchObject({
    status: 400,
    body: { fields: { offence: 'TMS-01 is already on this booking.' } },
  });
});

test('storage per day may repeat, once for each day, and nothing else of its group may', async () => {
  const storage = catalogue.filter(({ perDay }) => perDay);
  expect(storage.map(({ id, amount }) => [id, amount])).toEqual([
    ['SCC-01', 200],
    ['SCC-02', 500],
    ['SCC-03', 2_000],
    ['SCC-04', 5_000],
  ]);
  const days = Array.from({ length: 7 }, () => ({ id: 'SCC-03' }));
  const booking = await booked(officer, { offence: [...days, { id: 'SCC-07' }] });
  expect(booking.price).toBe(7 * 2_000 + 5_000);
  const towedTwice = await officer.call(createBooking, {
    body: aBooking({ offence: [{ id: 'SCC-07' }, { id: 'SCC-07' }] }),
  });
  expect(towedTwice.status).toBe(400);
});

test('a booking without an offence is refused in the words of the form', async () => {
  for (const offence of [[], undefined]) {
    const answer = await officer.call(createBooking, { body: { ...aBooking(), offence } });
    expect(answer.status).toBe(400);
  }
  const none = await officer.call(createBooking, { body: aBooking({ offence: [] }) });
  expect(none.body).toMatchObject({ error: 'Please add an Offence to continue' });
});

test('a booking holds at most forty offences', async () => {
  const days = (count: number) => Array.from({ length: count }, () => ({ id: 'SCC-01' }));
  expect((await booked(officer, { offence: days(40) })).price).toBe(8_000);
  const answer = await officer.call(createBooking, { body: aBooking({ offence: days(41) }) });
  expect(answer.status).toBe(400);
});

test('money is kobo in the database and naira on the wire', async () => {
  const booking = await booked(officer, { offence: [{ id: 'SCC-01' }, { id: 'MTF-13' }] });
  expect(booking.price).toBe(10_200);
  expect(booking.offence.map(({ amount }) => amount)).toEqual([200, 10_000]);
  const row = await app.db
    .selectFrom('bookings')
    .select('price_kobo')
    .where('id', '=', booking._id)
    .executeTakeFirstOrThrow();
  expect(row.price_kobo).toBe(1_020_000);
  const lines = await linesOf(booking._id);
  expect(lines.map(({ amount_kobo }) => amount_kobo)).toEqual([20_000, 1_000_000]);
});

test('128: any offences of the catalogue price to their sum, in the order chosen', async () => {
  const chosen = fc.subarray(
    catalogue.map(({ id }) => id),
    { minLength: 1, maxLength: 30 },
  );
  await fc.assert(
    fc.asyncProperty(chosen, fc.integer({ min: 0, max: 10 }), async (ids, moreDays) => {
      const days = Array.from({ length: ids.includes('SCC-02') ? moreDays : 0 }, () => 'SCC-02');
      const sent = [...ids, ...days];
      const booking = await booked(officer, { offence: sent.map((id) => ({ id })) });
      const amounts = sent.map(
        (id) => catalogue.find((offence) => offence.id === id)?.amount ?? NaN,
      );
      expect(booking.price).toBe(amounts.reduce((sum, amount) => sum + amount, 0));
      expect(booking.offence.map(({ id, amount }) => [id, amount])).toEqual(
        sent.map((id, index) => [id, amounts[index]]),
      );
      const lines = await linesOf(booking._id);
      expect(lines.reduce((sum, line) => sum + line.amount_kobo, 0)).toBe(booking.price * 100);
    }),
    draws(24),
  );
});

test('with nothing due there is no bill: Check Status records it, and then it can be cleared', async () => {
  const booking = await booked(officer, { offence: [{ id: 'VIL-06' }] });
  const params = { id: booking._id };
  expect(booking).toMatchObject({ price: 0, paid: false, billRef: null });
  const early = await officer.call(clearVehicle, { params, body: { completed: true } });
  expect(early).toMatchObject({ status: 409, body: { code: 'not_paid' } });

  const check = await officer.ok(checkBooking, { params });
  expect(check.data).toMatchObject({ paid: true, billRef: null, completed: false });
  const payment = await app.db
    .selectFrom('payments')
    .select(['kind', 'amount_kobo', 'bill_ref', 'receipt', 'gateway'])
    .where('booking_id', '=', booking._id)
    .execute();
  expect(payment).toEqual([
    { kind: 'nothing due', amount_kobo: 0, bill_ref: null, receipt: '', gateway: '' },
  ]);
  const cleared = await officer.ok(clearVehicle, { params, body: { completed: true } });
  expect(cleared.data).toMatchObject({ completed: true, receipt: '' });
  const events = (await trailOf(app.db, { record: booking._id })).map(({ event }) => event);
  expect(events).toEqual(['booking.made', 'booking.paid', 'booking.checked', 'booking.cleared']);
});

test('a bill is promised for every price but none', async () => {
  const free = await booked(officer, { offence: [{ id: 'VIL-06' }] });
  const priced = await booked(officer, { offence: [{ id: 'VIL-06' }, { id: 'SCC-01' }] });
  const jobs = await asOwner(
    app,
    `select data ->> 'bookingId' as id from pgboss.job
     where name = 'make-bill' and data ->> 'bookingId' = any ($1)`,
    [[free._id, priced._id]],
  );
  expect(jobs).toEqual([{ id: priced._id }]);
});

test('a booking whose offences can’t be stored is not stored either, and can be sent again', async () => {
  const body = aBooking({ _id: ulid() });
  await asOwner(app, 'ALTER TABLE booking_offences RENAME TO booking_offences_gone');
  try {
    expect(await officer.call(createBooking, { body })).toMatchObject({ status: 500 });
  } finally {
    await asOwner(app, 'ALTER TABLE booking_offences_gone RENAME TO booking_offences');
  }
  const stored = app.db
    .selectFrom('bookings')
    .select('id')
    .where('id', '=', body._id ?? '');
  expect(await stored.execute()).toEqual([]);
  expect(await trailOf(app.db, { record: body._id ?? '' })).toEqual([]);
  await officer.ok(createBooking, { body });
  expect(await stored.execute()).toHaveLength(1);
});
