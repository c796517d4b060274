import { count } from '#web/format/money.ts';
import { joined } from '#web/format/words.ts';
import type { MapPoint } from './map-points.ts';

/** What the areas of the local governments can be shaded by. */
export const shadings = { bookings: 'Bookings', unpaid: 'Unpaid', collisions: 'Collisions' };
export type Shading = keyof typeof shadings;

/** The number of records that a shading counts, by zone. */
export function recordsByZone(points: readonly MapPoint[], by: Shading): Map<string, number> {
  const byZone = new Map<string, number>();
  for (const { zone, kind } of points) {
    const counts =
      by === 'collisions'
        ? kind === 'accident'
        : by === 'unpaid'
          ? kind === 'issued'
          : kind !== 'accident';
    if (counts && zone !== '') byZone.set(zone, (byZone.get(zone) ?? 0) + 1);
  }
  return byZone;
}

/** The three zones with the most: `Zaria 42, Chikun 30, Igabi 12`; '' without any. */
export function mostOf(byZone: ReadonlyMap<string, number>): string {
  const most = [...byZone].toSorted(([, one], [, other]) => other - one).slice(0, 3);
  return joined(most.map(([zone, records]) => `${zone} ${count(records)}`)) ?? '';
}
