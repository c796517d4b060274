import { type CollisionDouble, leastLikeness } from '#contract/collision-doubles.ts';
import type { Config } from '#server/config/config.ts';
import { distance } from '#server/degrees.ts';

/** What two collisions are compared by. */
export interface Scene {
  readonly lat: number | null;
  readonly lng: number | null;
  /** When it was recorded, in milliseconds UTC. */
  readonly at: number;
  /** Vehicles, injured and killed. */
  readonly counts?: readonly number[];
}

export type Allowed = Config['double'];
type Likeness = Pick<CollisionDouble, 'likeness' | 'metres' | 'minutes'>;

/** A shared plate or phone is near certainty within so many hours, at any distance. */
export const sharedHours = 24;
const hourMs = 3_600_000;

/**
 * How alike two collisions are; null below `leastLikeness`. It is the mean of what remains of the
 * allowed time and of the allowed distance, and a tenth more with equal counts. The very same
 * position is a desk's, and says nothing.
 */
export function likenessOf(
  one: Scene,
  other: Scene,
  shares: CollisionDouble['shares'],
  { hours, metres: most }: Allowed,
): Likeness | null {
  const apart = Math.abs(one.at - other.at) / hourMs;
  const metres = metresBetween(one, other);
  const measured = { metres: metres && Math.round(metres), minutes: Math.round(apart * 60) };
  const bonus = one.counts && String(one.counts) === String(other.counts) ? 0.1 : 0;
  if (shares !== null && apart <= sharedHours) return { likeness: 0.9 + bonus, ...measured };
  if (metres === null || metres === 0 || metres > most || apart > hours) return null;
  const likeness = (1 - apart / hours + 1 - metres / most) / 2 + bonus;
  return likeness < leastLikeness
    ? null
    : { likeness: Math.round(Math.min(0.9, likeness) * 100) / 100, ...measured };
}

function metresBetween(one: Scene, other: Scene): number | null {
  if (one.lat === null || one.lng === null || other.lat === null || other.lng === null) return null;
  return distance({ position: { lat: one.lat, lng: one.lng } }, { lat: other.lat, lng: other.lng });
}
