import { expect } from 'vitest';
import { readMap, readPlaceNames } from '#contract/map.ts';
import { dayOf } from '#server/time.ts';
import { asGuest, type Client } from '#tests/support/client.ts';
import { asOwner } from '#tests/support/factories.ts';
import { booked, bookedAndPaid } from '#tests/support/journey.ts';
import { addFigures } from '#tests/support/made-up-figures.ts';
import { storeBooking } from '#tests/support/raw-bookings.ts';
import { test } from '#tests/support/scene.ts';

const mapOf = async (client: Client, query: Record<string, string> = {}) =>
  (await client.ok(readMap, { query })).data;

const position = { lat: 11.1, lng: 7.7, accuracy: 12 };
const spot = { position_lat: 11.1, position_lng: 7.7, position_accuracy: 12 };
const longAgo = new Date(Date.now() - 40 * 86_400_000);
const lately = new Date(Date.now() - 20 * 86_400_000);

test('the map shows what of the last 30 days has a position, newest first, and counts all', async ({
  app,
  officer,
}) => {
  const with1 = await booked(officer, { position });
  const paid = await bookedAndPaid(officer, app.db, { position });
  await booked(officer);
  await storeBooking(app.db, officer.id, { ...spot, created_at: longAgo });
  await asOwner(
    app,
    `insert into collisions (id, body_hash, organisation, zone, created_by, team, location,
       description, cars, injuries, fatalities, notes, position_lat, position_lng,
       position_accuracy, search_text, created_at)
     select '01ARZ3NDEKTSV4RRFFQ69G5FA' || n, 'x', 'Kaduna', 'Zaria', $1, '', 'Kwangila', '', 2, 1, 0,
       '', 11.1 / nullif(n, 2), 7.7 / nullif(n, 2), 12 / nullif(n, 2), '',
       now() - (case n when 3 then 40 else 0 end) * interval '1 day'
     from generate_series(1, 3) as n`,
    [officer.id],
  );

  const shown = await mapOf(officer);
  expect(shown.bookings).toEqual([
    {
      _id: paid._id,
      paid: true,
      completed: false,
      createdAt: paid.createdAt,
      captured: null,
      registration: 'ABC-123DE',
      zone: 'Zaria',
      price: 12_000,
      position,
    },
    expect.objectContaining({ _id: with1._id, paid: false }),
  ]);
  expect(shown.collisions).toEqual([
    expect.objectContaining({ location: 'Kwangila', zone: 'Zaria', position }),
  ]);
  expect(shown).toMatchObject({ total: 5, withPosition: 3 });
});

test('the map is that of the scope, and an operator sees unpaid bookings only', async ({
  app,
  hire,
}) => {
  expect(await mapOf(await hire('zonal head', { state: 'Ogun' }))).toEqual({
    bookings: [],
    collisions: [],
    total: 0,
    withPosition: 0,
  });
  expect((await mapOf(await hire('observer', { zone: 'Chikun' }))).total).toBe(0);
  const everywhere = await hire('state admin', { state: null });
  expect((await mapOf(everywhere)).total).toBe(5);
  expect((await mapOf(everywhere, { organisation: 'Ogun' })).total).toBe(0);
  expect((await mapOf(asGuest(app.url))).total).toBe(0);

  const operator = await mapOf(await hire('operator'));
  expect(operator.bookings.map(({ paid }) => paid)).toEqual([false]);
  expect(operator).toMatchObject({ total: 4, withPosition: 2 });
});

test('an organisation out of scope is a 403, an unknown filter a 400', async ({ officer }) => {
  const call = async (query: Record<string, string>) =>
    (await officer.call(readMap, { query })).status;
  expect(await call({ organisation: 'Ogun' })).toBe(403);
  expect(await call({ of: 'unpaid' })).toBe(400);
  expect(await call({ zone: 'Zaria' })).toBe(400);
});

test('a map shows at most the newest thousand, and counts the rest', async ({
  app,
  hire,
  officer,
}) => {
  const place = { ...spot, organisation: 'Ogun', zone: 'Sagamu', created_at: lately };
  await storeBooking(app.db, officer.id, place);
  await Promise.all(
    Array.from({ length: 1_000 }, () =>
      storeBooking(app.db, officer.id, { ...place, created_at: new Date() }),
    ),
  );
  const ogun = await hire('observer', { state: 'Ogun' });
  const { bookings, total, withPosition, within } = await mapOf(ogun);
  expect(bookings).toHaveLength(1_000);
  expect(bookings.every(({ createdAt }) => new Date(createdAt) > lately)).toBe(true);
  expect({ total, withPosition }).toEqual({ total: 1_001, withPosition: 1_001 });
  expect(within).toBeUndefined();

  // As figures know it.
  const day = dayOf(new Date());
  await addFigures(app, { ...place, day, issued: 9_000, paid: 9_000 });
  expect(await mapOf(ogun)).toMatchObject({ total: 10_001, within: 10_000 });
});

test('a location that five records near each other name is a place of the map, for who sees them', async ({
  app,
  hire,
}) => {
  const zonal = await hire('zonal head', { zone: 'Giwa' });
  const clerk = await hire('booking officer', { zone: 'Giwa' });
  const at = (location: string, north: readonly number[], more: object = {}) =>
    Promise.all(
      north.map((metres) =>
        storeBooking(app.db, clerk.id, {
          zone: 'Giwa',
          location,
          position_lat: 11 + metres / 111_000,
          position_lng: 7.5,
          position_accuracy: 10,
          ...more,
        }),
      ),
    );
  await at('Kwangila  Flyover', [0, 10, 20]);
  await at('kwangila flyover.', [30, 40]);
  await at('Only four', [0, 10, 20, 30]);
  await at('Along the road', [0, 900, 1_800, 2_700, 3_600]);
  await at('Musa, 08031234567', [0, 0, 0, 0, 0]);
  await at('Last year', [0, 0, 0, 0, 0], { created_at: new Date(Date.now() - 400 * 86_400_000) });

  const namesOf = async (client: Client) => (await client.ok(readPlaceNames)).data;
  const [named, ...others] = await namesOf(zonal);
  expect([named, others]).toMatchObject([{ name: 'Kwangila Flyover', lng: 7.5, records: 5 }, []]);
  expect(named?.lat).toBeCloseTo(11 + 20 / 111_000, 6);
  expect(await namesOf(await hire('zonal head', { zone: 'Ikara' }))).toEqual([]);
  expect(await namesOf(await hire('state admin', { state: 'Ogun' }))).toEqual([]);
  const elsewhere = await zonal.call(readPlaceNames, { query: { organisation: 'Ogun' } });
  expect(elsewhere.status).toBe(403);
});
