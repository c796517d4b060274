import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clearVehicle } from '#contract/booking-corrections.ts';
import { type Booking, listBookings, readBooking } from '#contract/bookings.ts';
import { createBooking } from '#contract/new-bookings.ts';
import { checkBooking, sweepBookings } from '#contract/payments.ts';
import { startPayment } from '#contract/payments.ts';
import type { AccountState } from '#contract/places.ts';
import { readUser } from '#contract/users.ts';
import type { Client } from '#tests/support/client.ts';
import { aBooking, makeAccount } from '#tests/support/factories.ts';
import { bookedWithBill, trailOf } from '#tests/support/journey.ts';
import { makePerson, type Staff } from '#tests/support/people.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
/** Sees everything: no state, no zone. */
let everywhere: Client;
let zaria: Client;
let headquarters: Client;
let ogun: Client;
type Place = 'zaria' | 'chikun' | 'sagamu' | 'ikeja';
let bookings: Record<Place, Booking & { billRef: string }>;

const working = (
  state: AccountState | null,
  zone: string | null = null,
  role: Staff = 'zonal head',
) => makePerson(app, role, { state, zone });

beforeAll(async () => {
  app = await startTestApp();
  everywhere = await working(null);
  zaria = await working('Kaduna', 'Zaria');
  headquarters = await working('Kaduna');
  ogun = await working('Ogun');
  bookings = {
    zaria: await bookedWithBill(zaria, { zone: 'Zaria' }),
    chikun: await bookedWithBill(headquarters, { zone: 'Chikun' }),
    sagamu: await bookedWithBill(ogun, { zone: 'Sagamu' }),
    ikeja: await bookedWithBill(everywhere, { organisation: 'Lagos FRSC', zone: 'Ikeja' }),
  };
});
afterAll(() => app.stop());

const seenBy = async (client: Client) => {
  const { data, total } = await client.ok(listBookings, { query: { limit: '100' } });
  expect(total).toBe(data.length);
  return data.map(({ zone }) => zone).sort();
};

describe('who sees what', () => {
  test('a zone sees its own bookings only', async () => {
    expect(await seenBy(zaria)).toEqual(['Zaria']);
  });

  test('without a zone one is at headquarters and sees all zones of the organisation', async () => {
    expect(await seenBy(headquarters)).toEqual(['Chikun', 'Zaria']);
    expect(await seenBy(ogun)).toEqual(['Sagamu']);
  });

  test('without a state one sees all organisations', async () => {
    expect(await seenBy(everywhere)).toEqual(['Chikun', 'Ikeja', 'Sagamu', 'Zaria']);
  });

  test('a search reaches no further than the scope', async () => {
    const query = { _searchname: bookings.sagamu._id.slice(10) };
    expect((await headquarters.ok(listBookings, { query })).total).toBe(0);
    expect((await ogun.ok(listBookings, { query })).total).toBe(1);
  });

  test('a role does not widen the scope: a state admin of Ogun sees Ogun', async () => {
    expect(await seenBy(await working('Ogun', null, 'state admin'))).toEqual(['Sagamu']);
    expect(await seenBy(await working('Kaduna', 'Chikun', 'observer'))).toEqual(['Chikun']);
  });
});

describe('what is out of scope is a 404', () => {
  test.each<[string, () => Client, Place]>([
    ['of another zone', () => zaria, 'chikun'],
    ['of another organisation', () => headquarters, 'sagamu'],
    ['of another organisation, for a zone', () => zaria, 'ikeja'],
  ])('a booking %s cannot be read, checked, cleared or paid', async (_what, who, place) => {
    const client = who();
    const { _id: id, billRef } = bookings[place];
    const before = await trailOf(app.db, { record: id });
    const answers = [
      await client.call(readBooking, { params: { id } }),
      await client.call(checkBooking, { params: { id } }),
      await client.call(clearVehicle, { params: { id }, body: { completed: true } }),
      await client.call(startPayment, { body: { billRef } }),
    ];
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await trailOf(app.db, { record: id })).toEqual(before);
  });

  test('users of another organisation or zone are not there', async () => {
    const admin = await working('Kaduna', null, 'state admin');
    const near = await makeAccount(app.db, 'operator', { state: 'Kaduna', zone: 'Zaria' });
    const far = await makeAccount(app.db, 'operator', { state: 'Ogun' });
    expect((await admin.ok(readUser, { params: { id: near.id } })).data.id).toBe(near.id);
    expect((await admin.call(readUser, { params: { id: far.id } })).status).toBe(404);
    const chikun = await working('Kaduna', 'Chikun', 'state admin');
    expect((await chikun.call(readUser, { params: { id: near.id } })).status).toBe(404);
    const observer = await working(null, null, 'observer');
    expect((await observer.ok(readUser, { params: { id: far.id } })).data.id).toBe(far.id);
  });
});

describe('where one may book', () => {
  test("a zone of one's organisation, without naming the organisation", () => {
    expect(bookings.chikun.organisation).toBe('Kaduna');
    expect(bookings.sagamu.organisation).toBe('Ogun');
  });

  test('naming the own organisation is fine, naming another is a 403', async () => {
    const own = await headquarters.call(createBooking, {
      body: aBooking({ organisation: 'Kaduna' }),
    });
    expect(own.status).toBe(201);
    const other = await headquarters.call(createBooking, {
      body: aBooking({ organisation: 'Ogun', zone: 'Sagamu' }),
    });
    expect(other).toMatchObject({ status: 403, body: { code: 'out_of_scope' } });
  });

  test("another zone than one's own is a 403 that names one's own", async () => {
    const answer = await zaria.call(createBooking, { body: aBooking({ zone: 'Chikun' }) });
    expect(answer).toMatchObject({
      status: 403,
      body: { code: 'out_of_scope', error: 'You can see only Zaria.' },
    });
  });

  test('an area of another state is a 400', async () => {
    for (const zone of ['Ikeja', 'Atlantis', 'zaria']) {
      const answer = await headquarters.call(createBooking, { body: aBooking({ zone }) });
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid' } });
    }
  });

  test('without a state one must name an organisation', async () => {
    const unnamed = await everywhere.call(createBooking, { body: aBooking() });
    expect(unnamed).toMatchObject({
      status: 400,
      body: { fields: { organisation: 'Select an organisation.' } },
    });
    const body = aBooking({ organisation: 'Abuja FRSC', zone: 'Gwagwalada' });
    expect((await everywhere.ok(createBooking, { body })).data.organisation).toBe('Abuja FRSC');
    const unknown = { ...aBooking(), organisation: 'Kano' };
    expect((await everywhere.call(createBooking, { body: unknown })).status).toBe(400);
  });
});

test('a sweep reaches the organisations of the caller and no other', async () => {
  await ogun.ok(sweepBookings);
  const swept = async () =>
    (await app.db.selectFrom('sweeps').select('organisation').execute()).map(
      ({ organisation }) => organisation,
    );
  expect(await swept()).toEqual(['Ogun']);
  await everywhere.ok(sweepBookings);
  expect((await swept()).sort()).toEqual(['Abuja FRSC', 'Kaduna', 'Lagos FRSC', 'Ogun']);
});
