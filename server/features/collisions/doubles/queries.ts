import { sql } from 'kysely';
import type { CollisionDouble, NotedDouble } from '#contract/collision-doubles.ts';
import { identifies } from '#contract/identities.ts';
import type { Database } from '#server/db/database.ts';
import { injuredIn, killedIn } from '#server/db/people.ts';
import type { Scope } from '#server/http/caller.ts';
import { inScope, organisationsOf } from '#server/scope/conditions.ts';
import { type Allowed, likenessOf, type Scene, sharedHours } from './rules.ts';

/** What is shown of the other one, in the row of `collisions`. */
const shown = sql`
  collisions.id, zone, team, location, ${killedIn} as "noOfFatalities",
  ${injuredIn} as "noOfInjuries", to_char(coalesce(made_at, collisions.created_at)
    at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`;

interface Sought {
  readonly scene: Scene;
  readonly plates: readonly string[];
  readonly phones?: readonly string[];
  readonly id?: string;
}

/**
 * Collisions in the scope that are probably the same, likeliest first, without a verdict. An index
 * of time finds those that arrived since a day before it.
 */
export async function doublesLike(
  db: Database,
  scope: Scope,
  { scene, plates, phones = [], id = '' }: Sought,
  allowed: Allowed,
): Promise<CollisionDouble[]> {
  const from = new Date(scene.at - Math.max(allowed.hours, sharedHours) * 3_600_000);
  const numbers = plates.filter((plate) => identifies('plate', plate));
  const dialled = phones.filter((phone) => identifies('phone', phone));
  const { rows } = await sql<CollisionDouble & Required<Omit<Scene, 'at'>>>`
    with keys as materialized (
      select array(select spelling_key(plate) from unnest(${numbers}::text[]) as plate) as plates,
        array(select phone_key(phone) from unnest(${dialled}::text[]) as phone) as phones)
    select ${shown}, position_lat as lat, position_lng as lng,
      array[cars, injuries, fatalities] as counts, null as verdict,
      (select case when bool_or(plate <> '' and spelling_key(plate) = any(keys.plates)) then 'plate'
          when bool_or(phone <> '' and phone_key(phone) = any(keys.phones)) then 'phone' end
        from collision_vehicles where collision_id = collisions.id) as shares
    from collisions cross join keys
    where ${inScope('collisions', scope)} and organisation = any(${organisationsOf(scope)})
      and collisions.id <> ${id} and created_at >= ${from}
    order by created_at limit 2000`.execute(db);
  return rows
    .flatMap(({ lat, lng, counts, ...row }) => {
      const other = { lat, lng, counts, at: Date.parse(row.at) };
      const like = likenessOf(scene, other, row.shares, allowed);
      return like ? [{ ...row, ...like }] : [];
    })
    .sort((a, b) => b.likeness - a.likeness || (a.id < b.id ? -1 : 1));
}

/** What the row of `collisions` holds beside what is said in the collision with the id. */
const beside = (id: string) => sql`
  (select coalesce(json_agg(json_build_object('plate', plate, 'name', name, 'phone', phone)
      order by line), '[]')
    from collision_vehicles as other
    where collision_id = collisions.id and concat(plate, name, phone) <> '' and not exists (
      select from collision_vehicles as own where own.collision_id = ${id}
        and (own.plate <> '' and spelling_key(own.plate) = spelling_key(other.plate)
          or own.phone <> '' and phone_key(own.phone) = phone_key(other.phone)))
  ) as "otherVehicles",
  (select count(*) from collision_witnesses where collision_id = collisions.id) as witnesses,
  (select count(*) from collision_files where collision_id = collisions.id) as files,
  (select count(*) from collision_additions where collision_id = collisions.id) as additions`;

/** The noted doubles of a collision that lie in the scope, without a check of scope for itself. */
export async function doublesOf(db: Database, scope: Scope, id: string) {
  const { rows } = await sql<NotedDouble>`
    select ${shown}, likeness, metres, minutes, shares, verdict, cars_in(collisions) as "noOfCars",
      ${beside(id)}
    from (
      select * from collision_doubles where first_id = ${id}
      union all select * from collision_doubles where second_id = ${id}
    ) as pair
      join collisions on collisions.id in (first_id, second_id) and collisions.id <> ${id}
    where ${inScope('collisions', scope)}
    order by likeness desc, collisions.id limit 50`.execute(db);
  return rows;
}
