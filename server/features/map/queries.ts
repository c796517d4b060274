import { sql } from 'kysely';
import type { QueryOf } from '#contract/endpoint.ts';
import type { MapRecords, readMap } from '#contract/map.ts';
import { may } from '#contract/roles.ts';
import type { Database } from '#server/db/database.ts';
import type { Caller } from '#server/http/caller.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import { placedInScope } from '#server/scope/conditions.ts';
import { chosenOrganisation } from '#server/scope/rules.ts';

/** At most so many markers of each kind, the newest. */
const markerLimit = 1_000;
const monthAgo = sql<Date>`now() - interval '30 days'`;

/**
 * The map of the caller's scope: the bookings and collisions of the last 30 days, at most the
 * newest 1,000 of each, without withdrawn bookings. `total` also counts those without a position.
 */
export async function mapOf(
  db: Database,
  caller: Caller,
  { organisation }: QueryOf<typeof readMap>,
): Promise<Outcome<MapRecords>> {
  const scope = chosenOrganisation(caller.scope, organisation);
  if (scope instanceof Refusal) return scope;
  const bookings = db
    .selectFrom('bookings')
    .where(placedInScope('bookings', scope))
    .where('withdrawn_at', 'is', null)
    .where('created_at', '>=', monthAgo)
    .$if(!may(caller.role, 'see paid bookings'), (query) => query.where('paid', '=', false));
  const collisions = db
    .selectFrom('collisions')
    .where(placedInScope('collisions', scope))
    .where('created_at', '>=', monthAgo);

  const [shown, counted, crashes, crashesCounted] = await Promise.all([
    bookings
      .select(['id', 'paid', 'completed', 'registration', 'price_kobo', ...placeColumns])
      .where('position_lat', 'is not', null)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(markerLimit)
      .execute(),
    bookings
      .select((eb) => [
        eb.fn.countAll<number>().as('total'),
        eb.fn.count<number>('position_lat').as('positioned'),
      ])
      .executeTakeFirstOrThrow(),
    collisions
      .select(['id', 'location', ...placeColumns])
      .where('position_lat', 'is not', null)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(markerLimit)
      .execute(),
    collisions
      .select((eb) => [
        eb.fn.countAll<number>().as('total'),
        eb.fn.count<number>('position_lat').as('positioned'),
      ])
      .executeTakeFirstOrThrow(),
  ]);
  return {
    bookings: shown.map(({ id, paid, completed, registration, price_kobo, ...row }) => ({
      _id: id,
      paid,
      completed,
      registration,
      price: price_kobo / 100,
      ...placed(row),
    })),
    collisions: crashes.map(({ id, location, ...row }) => ({ _id: id, location, ...placed(row) })),
    total: counted.total + crashesCounted.total,
    withPosition: counted.positioned + crashesCounted.positioned,
  };
}

const placeColumns = [
  'created_at',
  'zone',
  'position_lat',
  'position_lng',
  'position_accuracy',
] as const;

function placed(row: {
  created_at: Date;
  zone: string;
  position_lat: number | null;
  position_lng: number | null;
  position_accuracy: number | null;
}) {
  const { created_at, zone, position_lat, position_lng, position_accuracy } = row;
  if (position_lat === null || position_lng === null || position_accuracy === null)
    throw new Error('A position is stored in part.');
  return {
    createdAt: created_at.toISOString(),
    zone,
    position: { lat: position_lat, lng: position_lng, accuracy: position_accuracy },
  };
}
