import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { listBookings, readBooking } from '#contract/bookings.ts';
import { listCollisions, readCollision } from '#contract/collisions.ts';
import { readMap } from '#contract/map.ts';
import { organisationNames } from '#contract/places.ts';
import { liesOutsideOf, outlineOf, type StateOutlines } from '#contract/state-outline.ts';
import { positionIn } from '#server/db/position.ts';
import { recorded } from '#tests/support/collisions.ts';
import { draws } from '#tests/support/draws.ts';
import { booked } from '#tests/support/journey.ts';
import { test } from '#tests/support/scene.ts';

const at = (lat: number, lng: number) => ({ lat, lng, accuracy: 8 });
const outside = {
  'a phone that is lost': at(0, 0),
  'swapped degrees': at(7.7, 11.07),
  'the Atlantic': at(-11, 3.4),
  'the smallest of numbers': at(5e-324, 1e-310),
  'another state': at(9.06, 7.49),
};
const within = {
  Zaria: at(11.07, 7.7),
  'the other end of the state': at(9.75, 8.3),
  'two kilometres beyond the outline': at(11.07, 7.15),
};

test.for([
  ...Object.entries(outside).map(([what, position]) => [what, position, true] as const),
  ...Object.entries(within).map(([what, position]) => [what, position, false] as const),
])(
  'a position is said to lie outside the state wherever a record is shown: %s',
  async ([, position, isOutside], { officer, admin }) => {
    const shown = isOutside ? { ...position, outside: true } : position;
    const booking = await booked(officer, { position });
    const collision = await recorded(officer, { position });
    expect([booking.position, collision.position]).toEqual([shown, shown]);
    const [one, other] = [{ params: { id: booking._id } }, { params: { id: collision._id } }];
    expect((await admin.ok(readBooking, one)).data.position).toEqual(shown);
    expect((await admin.ok(readCollision, other)).data.position).toEqual(shown);
    const bookings = await admin.ok(listBookings, { query: { ids: booking._id } });
    expect(bookings.data.map((row) => row.position)).toEqual([shown]);
    const collisions = await admin.ok(listCollisions, { query: { limit: '100' } });
    expect(collisions.data.find(({ _id }) => _id === collision._id)?.position).toEqual(shown);
    const map = (await admin.ok(readMap, {})).data;
    const onMap = [...map.bookings, ...map.collisions].filter(({ _id }) =>
      [booking._id, collision._id].includes(_id),
    );
    expect(onMap.map((row) => row.position)).toEqual([shown, shown]);
  },
);

test('the database and a device say the same of a place, for every organisation', async ({
  app,
}) => {
  const file = new URL('../../../contract/outlines/nigeria.json', import.meta.url);
  const outlines = JSON.parse(await readFile(file, 'utf8')) as StateOutlines;
  const places = fc.sample(
    fc.record({
      organisation: fc.constantFrom(...organisationNames),
      // Half of them around the four states, where the answer turns.
      lat: fc.oneof(
        fc.double({ min: -90, max: 90, noNaN: true }),
        fc.double({ min: 6, max: 12, noNaN: true }),
      ),
      lng: fc.oneof(
        fc.double({ min: -180, max: 180, noNaN: true }),
        fc.double({ min: 2.5, max: 9, noNaN: true }),
      ),
    }),
    draws(400, 61),
  );
  const { rows } = await sql<{ outside: boolean }>`
    select ${positionIn('place')} ->> 'outside' is not null as outside
    from jsonb_to_recordset(${JSON.stringify(
      places.map(({ organisation, lat, lng }, number) => ({
        number,
        organisation,
        position_lat: lat,
        position_lng: lng,
        position_accuracy: 1,
      })),
    )}::jsonb) as place (number integer, organisation text, position_lat float8,
      position_lng float8, position_accuracy float8)
    order by number`.execute(app.db);
  expect(rows.map((row) => row.outside)).toEqual(
    places.map(({ organisation, ...place }) =>
      liesOutsideOf(outlineOf(outlines, organisation), place),
    ),
  );
  expect(new Set(rows.map((row) => row.outside))).toEqual(new Set([true, false]));
});
