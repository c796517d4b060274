import { sql } from 'kysely';
import type { Scope } from '#server/http/caller.ts';
import { inScope } from '#server/scope/conditions.ts';

/**
 * The pages end here, so that the cost doesn't grow with the audit trail. Each place keeps as many,
 * so that the newest of any scope are among them.
 */
export const activityLimit = 1_000;

/**
 * The recursive query `every_place`: the places with activities, without looking at each activity.
 * Demo records are among them whatever the scope says, or all others would be walked through to
 * find them.
 */
export const placesWithin = (scope: Pick<Scope, 'organisation' | 'zone'>) => {
  const isWithin = inScope('activities', { ...scope, demo: 'included' });
  // Only those that the scope leaves open: PostgreSQL then goes straight to the next place.
  const open = [
    ...(scope.organisation === null ? ['organisation'] : []),
    ...(scope.zone === null ? ['zone'] : []),
    'demo',
  ];
  const columnsOf = (table: string) => sql.join(open.map((name) => sql.ref(`${table}.${name}`)));
  return sql`
    every_place as (
      (select organisation, zone, demo from activities where ${isWithin}
       order by organisation, zone, demo limit 1)
      union all
      select next.* from every_place as last cross join lateral (
        select organisation, zone, demo from activities
        where ${isWithin} and (${columnsOf('activities')}) > (${columnsOf('last')})
        order by organisation, zone, demo limit 1
      ) as next
    )`;
};
