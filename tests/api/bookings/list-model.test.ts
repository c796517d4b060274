import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookingSorts } from '#contract/booking-filters.ts';
import { type Booking, listBookings } from '#contract/bookings.ts';
import { type Client, signedIn } from '#tests/support/client.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { storeBooking } from '#tests/support/raw-bookings.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

type Query = Record<string, string>;

let app: TestApp;
let officerId: string;
let officer: Client;

beforeAll(async () => {
  app = await startTestApp();
  const account = await makeAccount(app.db, 'booking officer');
  officerId = account.id;
  officer = await signedIn(app.url, account.email);
});
afterAll(() => app.stop());

const list = (query: Query) => officer.ok(listBookings, { query: { limit: '100', ...query } });

const model = {
  zone: fc.constantFrom('Zaria', 'Chikun', 'Igabi'),
  vehicle_type: fc.constantFrom('Private', 'Commercial', ''),
  price: fc.integer({ min: 0, max: 6 }).map((thousands) => thousands * 1_000),
  day: fc.integer({ min: 1, max: 6 }).map((day) => `2024-05-0${day}`),
  registration: fc.constantFrom('', 'AAA-111AA', 'BBB-222BB'),
  name: fc.constantFrom('Modelled amina', 'Modelled Bello', 'Modelled Chidi'),
};

/** The expected list, computed without a database. */
function modelled(all: readonly Booking[], query: Query): Booking[] {
  const day = (at: string) => new Date(Date.parse(at) + 3_600_000).toISOString().slice(0, 10);
  const matches = all.filter(
    (one) =>
      (query['zone'] ?? one.zone) === one.zone &&
      (query['vehicleType'] ?? one.vehicleType) === one.vehicleType &&
      one.price >= Number(query['min'] ?? 0) &&
      one.price <= Number(query['max'] ?? Infinity) &&
      day(one.createdAt) >= (query['from'] ?? '') &&
      day(one.createdAt) <= (query['to'] ?? '9'),
  );
  const sort = query['sort'] ?? '-createdAt';
  const key = (one: Booking): string | number =>
    ({ price: one.price, zone: one.zone, name: one.name.toLowerCase() })[sort.replace('-', '')] ??
    (sort.endsWith('registration') ? one.registration : one.createdAt);
  const sign = sort.startsWith('-') ? -1 : 1;
  const order = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0);
  return matches.sort((a, b) => {
    const plateless = sort.endsWith('registration')
      ? order(Number(a.registration === ''), Number(b.registration === ''))
      : 0;
    const newest = order(b.createdAt, a.createdAt) || order(b._id, a._id);
    const oldest = order(a.createdAt, b.createdAt) || order(a._id, b._id);
    return plateless || sign * order(key(a), key(b)) || (sort === 'createdAt' ? oldest : newest);
  });
}

test('any filters together, in any order, are the list that they say', async () => {
  const random = fc.sample(fc.record(model), { numRuns: 40, seed: 7 });
  for (const [index, { price, day, ...rest }] of random.entries())
    await storeBooking(app.db, officerId, {
      ...rest,
      price_kobo: price * 100,
      created_at: new Date(`${day}T10:${String(index).padStart(2, '0')}:00Z`),
    });
  const { data: all } = await list({ _searchname: 'Modelled' });
  expect(all).toHaveLength(40);
  const query = fc
    .record(
      {
        zone: model.zone,
        vehicleType: fc.constantFrom('Private', 'Commercial'),
        min: model.price.map(String),
        max: model.price.map(String),
        from: model.day,
        to: model.day,
        sort: fc.constantFrom(...bookingSorts),
      },
      { requiredKeys: [] },
    )
    .filter(({ from, to }) => !from || !to || from <= to)
    .filter(({ min, max }) => !min || !max || Number(min) <= Number(max));
  await fc.assert(
    fc.asyncProperty(query, async (filters) => {
      const wanted = modelled(all, filters);
      const answer = await list({ _searchname: 'Modelled', ...filters });
      expect(answer.data.map(({ _id }) => _id)).toEqual(wanted.map(({ _id }) => _id));
      expect(answer.total).toBe(wanted.length);
      expect(answer.sum).toBe(wanted.reduce((sum, { price }) => sum + price, 0));
    }),
    { numRuns: 60 },
  );
});
