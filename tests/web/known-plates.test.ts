import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { KnownPlates } from '#contract/known-plates.ts';
import { draws } from '#tests/support/draws.ts';
import { knownOfKept } from '#web/records/known/known-plates.ts';
import { platesOnDevice, withChanges } from '#web/records/known/plates-on-device.ts';

interface Row {
  id: string;
  plate: string;
  withdrawn: number;
  price: number;
  madeAt: number;
  dueDay: string;
  make: string;
}
interface Often {
  plate: string;
  bookings: number;
  paid: number;
}

/** As the server tells it. */
function told(
  rows: readonly Row[],
  plates: readonly Often[] = [],
  rest: Partial<Pick<KnownPlates, 'whole' | 'gone' | 'cursor' | 'readAt'>> = {},
): KnownPlates {
  const make = [...new Set(rows.map((row) => row.make))];
  const blank = make.map(() => '');
  return {
    whole: true,
    gone: [],
    cursor: 'c',
    readAt: '2026-11-20T07:12:00.000Z',
    vehicles: {
      make: [...make, 'Howo'],
      model: [...blank, ''],
      color: [...blank, ''],
      vehicleType: [...blank, ''],
    },
    bookings: {
      id: rows.map(({ id }) => id),
      ticketCode: rows.map(({ id }) => `code ${id}`),
      plate: rows.map(({ plate }) => plate),
      withdrawn: rows.map(({ withdrawn }) => withdrawn),
      price: rows.map(({ price }) => price),
      madeAt: rows.map(({ madeAt }) => madeAt),
      dueDay: rows.map(({ dueDay }) => dueDay),
      vehicle: rows.map((row) => make.indexOf(row.make)),
    },
    plates: {
      plate: plates.map(({ plate }) => plate),
      bookings: plates.map(({ bookings }) => bookings),
      paid: plates.map(({ paid }) => paid),
      lastSeen: plates.map(() => 1_000),
      vehicle: plates.map(() => make.length),
    },
    ...rest,
  };
}

const row = (id: string, more: Partial<Row> = {}): Row => ({
  dueDay: '',
  id,
  plate: 'ABC-101AA',
  withdrawn: 0,
  price: 5_000,
  madeAt: 2_000,
  make: 'Toyota',
  ...more,
});

test('a plate is found in any spelling, with what is to pay and what was withdrawn', () => {
  const { byPlate, readAt } = platesOnDevice(
    told(
      [
        row('a', { plate: 'ABC-1O1AA' }),
        row('b', { plate: 'abc 101 aa', price: 2_000, madeAt: 3_000, dueDay: '2026-01-01' }),
        row('c', { withdrawn: 1, madeAt: 2_500 }),
        row('d', { plate: '' }),
      ],
      [{ plate: 'ABC-101AA', bookings: 5, paid: 2 }],
    ),
  );
  expect(byPlate.size).toBe(1);
  const kept = byPlate.get('ABC101AA');
  if (!kept) throw new Error('The plate is not known.');
  expect(kept.bookings.map(({ id }) => id)).toEqual(['b', 'c', 'a']);
  expect(knownOfKept(kept)).toMatchObject({
    open: { count: 2, sum: 7_000, overdue: 1 },
    paid: { count: 2 },
    lastSeen: new Date(3_000_000).toISOString(),
    vehicle: { registration: 'ABC-101AA', make: 'Howo' },
    driver: null,
    lately: [],
  });
  expect(readAt).toBe(Date.parse('2026-11-20T07:12:00Z'));
});

test('a paid booking goes, a new one comes, and a plate booked once more is counted anew', () => {
  const before = told(
    [row('a'), row('b', { plate: 'DEF-202BB', make: 'Honda' })],
    [
      { plate: 'ABC-101AA', bookings: 2, paid: 0 },
      { plate: 'XYZ-303CC', bookings: 4, paid: 4 },
    ],
  );
  const changes = told(
    [row('c', { plate: 'DEF-202BB', make: 'Peugeot' })],
    [
      { plate: 'DEF-202BB', bookings: 2, paid: 0 },
      { plate: 'abc 1o1 aa', bookings: 1, paid: 1 },
    ],
    { whole: false, gone: ['a'], cursor: 'd' },
  );
  const after = withChanges(before, changes);
  expect(after).toMatchObject({ whole: true, cursor: 'd', gone: [] });
  expect(after.bookings.id).toEqual(['c', 'b']);
  expect(after.bookings.vehicle.map((place) => after.vehicles.make[place])).toEqual([
    'Peugeot',
    'Honda',
  ]);
  expect(after.plates.plate).toEqual(['DEF-202BB', 'XYZ-303CC']);
});

test('whatever changed in whatever steps, the device has what the server has', () => {
  const ids = ['a', 'b', 'c', 'd', 'e'];
  const change = fc.record({
    id: fc.constantFrom(...ids),
    becomes: fc.constantFrom('open', 'withdrawn', 'paid'),
    plate: fc.constantFrom('ABC-101AA', 'DEF-202BB', ''),
    make: fc.constantFrom('Toyota', 'Honda', 'Peugeot'),
  });
  fc.assert(
    fc.property(fc.array(fc.array(change, { maxLength: 5 }), { maxLength: 6 }), (steps) => {
      const server = new Map<string, Row>();
      let device = told([]);
      for (const step of steps) {
        for (const { id, becomes, ...rest } of step) {
          if (becomes === 'paid') server.delete(id);
          else server.set(id, row(id, { withdrawn: becomes === 'withdrawn' ? 1 : 0, ...rest }));
        }
        const touched = [...new Set(step.map(({ id }) => id))];
        const rows = touched.flatMap((id) => server.get(id) ?? []);
        const gone = touched.filter((id) => !server.has(id));
        device = withChanges(device, told(rows, [], { whole: false, gone }));
      }
      const shown = (known: KnownPlates) =>
        known.bookings.id
          .map((id, at) => [
            id,
            known.bookings.withdrawn[at],
            known.bookings.plate[at],
            known.vehicles.make[known.bookings.vehicle[at] ?? -1],
          ])
          .toSorted();
      expect(shown(device)).toEqual(shown(told([...server.values()])));
    }),
    draws(),
  );
});

test('what is told as a whole replaces what the device had', () => {
  const before = told([row('a')]);
  const whole = told([row('b')], [], { cursor: 'e' });
  expect(withChanges(before, whole)).toBe(whole);
  expect(withChanges(null, whole)).toBe(whole);
});
