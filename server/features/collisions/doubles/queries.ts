import { sql } from 'kysely';
import type { CollisionDouble, findDoubles } from '#contract/collision-doubles.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import { identifies } from '#contract/identities.ts';
import type { Database } from '#server/db/database.ts';
import { injuredIn, killedIn } from '#server/db/people.ts';
import type { Scope } from '#server/http/caller.ts';
import { inScope } from '#server/scope/conditions.ts';
import { type Allowed, likenessOf, type Scene, sharedHours } from './rules.ts';

/** What is shown of the other one, in the row of `collisions`. */
const shown = sql`
  collisions.id, zone, team, location, ${killedIn} as "noOfFatalities",
  ${injuredIn} as "noOfInjuries", coalesce(made_at, collisions.created_at) as at`;

interface Compared extends Omit<CollisionDouble, 'at' | 'likeness' | 'metres' | 'minutes'> {
  readonly at: Date;
}
const sent = ({ at, ...row }: Compared) => ({ ...row, at: at.toISOString() });

interface Sought {
  readonly scene: Scene;
  readonly plates: readonly string[];
  readonly phones: readonly string[];
  readonly id?: string;
}

/**
 * Collisions in the scope that are probably the same, likeliest first. An index of time finds those
 * that arrived since a day before it.
 */
export async function doublesLike(
  db: Database,
  scope: Scope,
  { scene, plates, phones, id = '' }: Sought,
  allowed: Allowed,
): Promise<CollisionDouble[]> {
  const from = new Date(scene.at - Math.max(allowed.hours, sharedHours) * 3_600_000);
  const told = (key: string, given: readonly string[]) =>
    sql`array(select ${sql.raw(key)}(said) from unnest(${given}::text[]) as said)`;
  const { rows } = await sql<Compared & Scene & { counts: number[] }>`
    with keys as materialized (
      select ${told(
        'spelling_key',
        plates.filter((one) => identifies('plate', one)),
      )} as plates,
        ${told(
          'phone_key',
          phones.filter((one) => identifies('phone', one)),
        )} as phones)
    select ${shown}, position_lat as lat, position_lng as lng,
      array[cars, injuries, fatalities] as counts, null as verdict,
      (select case when bool_or(plate <> '' and spelling_key(plate) = any(keys.plates)) then 'plate'
          when bool_or(phone <> '' and phone_key(phone) = any(keys.phones)) then 'phone' end
        from collision_vehicles where collision_id = collisions.id) as shares
    from collisions cross join keys
    where ${inScope('collisions', scope)} and collisions.id <> ${id} and created_at >= ${from}
    order by created_at limit 2000`.execute(db);
  return rows
    .flatMap(({ lat, lng, counts, ...row }) => {
      const like = likenessOf(
        scene,
        { lat, lng, counts, at: row.at.getTime() },
        row.shares,
        allowed,
      );
      return like ? [{ ...sent(row), ...like }] : [];
    })
    .sort((a, b) => b.likeness - a.likeness || (a.id < b.id ? -1 : 1));
}

/** The likeliest five to a collision that is being recorded here and now. */
export async function doublesHere(
  db: Database,
  scope: Scope,
  { lat, lng, plates }: QueryOf<typeof findDoubles>,
  allowed: Allowed,
): Promise<CollisionDouble[]> {
  const scene = { lat: lat ?? null, lng: lng ?? null, at: Date.now() };
  const found = await doublesLike(
    db,
    scope,
    { scene, plates: plates.split(','), phones: [] },
    allowed,
  );
  return found.slice(0, 5);
}

/** The noted doubles of a collision that lie in the scope, without a check of scope for itself. */
export async function doublesOf(
  db: Database,
  scope: Scope,
  id: string,
): Promise<CollisionDouble[]> {
  const { rows } = await sql<Compared & CollisionDouble>`
    select ${shown}, likeness, metres, minutes, shares, verdict
    from (
      select * from collision_doubles where first_id = ${id}
      union all select * from collision_doubles where second_id = ${id}
    ) as pair
      join collisions on collisions.id in (first_id, second_id) and collisions.id <> ${id}
    where ${inScope('collisions', scope)}
    order by likeness desc, collisions.id limit 50`.execute(db);
  return rows.map(sent) as CollisionDouble[];
}
