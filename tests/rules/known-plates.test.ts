import { randomBytes } from 'node:crypto';
import { brotliCompressSync, constants } from 'node:zlib';
import { expect, test } from 'vitest';
import { knownPlatesSchema, mostKnownBookings, mostKnownPlates } from '#contract/known-plates.ts';
import {
  type Audience,
  cursorText,
  platesRead,
  readCursor,
} from '#server/features/known-plates/rules.ts';

const position = { epoch: 'abc123', xid: '742' };
const readAt = new Date('2026-11-20T07:00:00Z');

const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const drawn = (count: number) => [...randomBytes(count)].map((byte) => digits[byte % 32]).join('');
const oneOf = (of: readonly string[]) => of[(randomBytes(1)[0] ?? 0) % of.length] ?? '';

/** As different from each other as vehicles and bookings can be. */
const vehicle = () => ({
  make: oneOf(['Toyota', 'Mercedes-Benz', 'Honda', 'Peugeot', 'Volkswagen', 'Bajaj', 'Howo']),
  model: oneOf(['Hiace', 'Corolla', 'Sprinter', 'Accord', '307', 'Golf', 'Keke', 'Sino Truck']),
  color: oneOf(['White', 'Blue', 'Black', 'Ash', 'Red', 'Green', 'Gold', 'Wine']),
  vehicleType: oneOf(['Private', 'Commercial', 'Government', 'Diplomatic']),
});
const seconds = () => 1_760_000_000 + randomBytes(4).readUInt32BE() / 200;

test(
  '20,000 bookings and 10,000 plates are told in less than 2 MB, as the server compresses',
  { tags: 'night' },
  () => {
    const read = platesRead(
      {
        ...position,
        readAt,
        bookings: Array.from({ length: mostKnownBookings }, () => ({
          id: `01K${drawn(23)}`,
          ticketCode: drawn(18),
          plate: `${drawn(3)}-${drawn(5)}`,
          withdrawn: 0 as const,
          priceKobo: (randomBytes(1)[0] ?? 0) * 50_000,
          madeAt: Math.floor(seconds()),
          dueDay: '2026-12-24',
          ...vehicle(),
        })),
        plates: Array.from({ length: mostKnownPlates }, () => ({
          plate: `${drawn(3)}-${drawn(5)}`,
          bookings: 2 + ((randomBytes(1)[0] ?? 0) % 9),
          paid: (randomBytes(1)[0] ?? 0) % 3,
          lastSeen: Math.floor(seconds()),
          ...vehicle(),
        })),
      },
      { whole: true, gone: [] },
    );
    const { position: _, ...data } = read;
    const text = JSON.stringify({ success: true, data: { ...data, cursor: 'x' } });
    expect(knownPlatesSchema.safeParse({ ...data, cursor: 'x' }).success).toBe(true);
    const params = { [constants.BROTLI_PARAM_QUALITY]: 4 };
    const wire = brotliCompressSync(text, { params }).length;
    expect(wire).toBeLessThan(2_000_000);
    expect(wire).toBeGreaterThan(300_000);
  },
);

test('a description is told once, however many vehicles have it', () => {
  const same = { make: 'Toyota', model: 'Hiace', color: null, vehicleType: 'Private' };
  const row = {
    ticketCode: '',
    withdrawn: 0 as const,
    priceKobo: 1_200_050,
    madeAt: 1,
    dueDay: '',
    ...same,
  };
  const { vehicles, bookings, plates } = platesRead(
    {
      ...position,
      readAt,
      bookings: [
        { id: 'a', plate: 'KNP-101AA', ...row },
        { id: 'b', plate: 'KNP-102AA', ...row, make: 'Honda' },
        { id: 'c', plate: 'KNP-103AA', ...row },
      ],
      plates: [{ plate: 'KNP-103AA', bookings: 2, paid: 1, lastSeen: null, ...same }],
    },
    { whole: false, gone: [] },
  );
  expect(vehicles.make).toEqual(['Toyota', 'Honda']);
  expect(vehicles.color).toEqual(['', '']);
  expect(bookings.vehicle).toEqual([0, 1, 0]);
  expect(plates).toMatchObject({ vehicle: [0], lastSeen: [0] });
  expect(bookings.price[0]).toBe(12_000.5);
});

test('a cursor counts for the same place, demo and rights alone', () => {
  const zaria: Audience = {
    scope: { organisation: 'Kaduna', zone: 'Zaria', demo: 'excluded' },
    seesPaid: true,
  };
  const text = cursorText(position, zaria);
  expect(readCursor(text, zaria)).toEqual(position);
  const others: Audience[] = [
    { ...zaria, seesPaid: false },
    { ...zaria, scope: { ...zaria.scope, zone: null } },
    { ...zaria, scope: { ...zaria.scope, organisation: 'Ogun' } },
    { ...zaria, scope: { ...zaria.scope, demo: 'included' } },
  ];
  for (const other of others) expect(readCursor(text, other)).toBeUndefined();
  for (const wrong of [undefined, '', 'abc', `${text}x`, text.replace('.742.', '.-1.')])
    expect(readCursor(wrong, zaria)).toBeUndefined();
});
