import { defaultCentre } from '#web/features/map/geography.ts';

/** Each a turn of the golden angle further: no two of them share a spot. */
const turn = Math.PI * (3 - Math.sqrt(5));

/** An answer of the map with so many bookings around the centre, thickest in the middle, as in a town. */
export function mapRecords(count) {
  const now = Date.now();
  const bookings = Array.from({ length: count }, (_, index) => ({
    _id: `01JB00K1NG${String(index).padStart(16, '0')}`,
    paid: index % 3 === 0,
    completed: index % 9 === 0,
    createdAt: new Date(now - index * 60_000).toISOString(),
    registration: `KTN-${index}AB`,
    zone: 'Zaria',
    price: 5_000,
    position: {
      lat: defaultCentre.lat + (index / count) * 0.15 * Math.sin(index * turn),
      lng: defaultCentre.lng + (index / count) * 0.15 * Math.cos(index * turn),
      accuracy: 10,
    },
  }));
  return { bookings, collisions: [], total: count, withPosition: count };
}
