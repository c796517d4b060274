import { sql, type SqlBool } from 'kysely';
import { z } from 'zod';
import type { Activity, listActivities } from '#contract/activities.ts';
import type { QueryOf, ResponseOf } from '#contract/endpoint.ts';
import { stateOfOrganisation } from '#contract/places.ts';
import type { Database } from '#server/db/database.ts';
import { fullName } from '#server/db/people.ts';
import type { Caller, Scope } from '#server/http/caller.ts';
import { listAnswer } from '#server/http/list-answer.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import { placedInScope, usersInScope } from '#server/scope/conditions.ts';
import { chosenOrganisation } from '#server/scope/rules.ts';
import { sentenceOf, shownEvents } from './rules.ts';

/** How far back the pages go, so that the cost doesn't grow with the audit trail. */
const activityLimit = 1_000;

/**
 * Literals rather than parameters: only then does PostgreSQL see that the index of activities fits.
 */
const isShown = sql<SqlBool>`audit.event in (${sql.join(shownEvents.map((event) => sql.lit(event)))})`;

/** A page of the newest 1,000 activities in the caller's scope, newest first. */
export async function listActivitiesOf(
  db: Database,
  caller: Caller,
  { organisation, page, limit }: QueryOf<typeof listActivities>,
): Promise<Outcome<ResponseOf<typeof listActivities>>> {
  const scope = chosenOrganisation(caller.scope, organisation);
  if (scope instanceof Refusal) return scope;
  const ids = await newestIds(db, scope);
  const data = await activities(db, ids.slice((page - 1) * limit, page * limit));
  return listAnswer(data, ids.length, { page, limit });
}

async function newestIds(db: Database, scope: Scope): Promise<readonly number[]> {
  const newestOf = (record: 'booking' | 'collision' | 'user') =>
    db
      .selectFrom('audit')
      .select(['audit.id', 'audit.at'])
      .where('audit.record_type', '=', record)
      .where(isShown)
      .orderBy('audit.at', 'desc')
      .orderBy('audit.id', 'desc')
      .limit(activityLimit);
  const state = scope.organisation === null ? null : stateOfOrganisation(scope.organisation);
  const { rows } = await sql<{ id: number }>`
    select id from (
      ${newestOf('booking')
        .innerJoin('bookings', 'bookings.id', 'audit.record_id')
        .where(placedInScope('bookings', scope))}
      union all
      ${newestOf('collision')
        .innerJoin('collisions', 'collisions.id', 'audit.record_id')
        .where(placedInScope('collisions', scope))}
      union all
      ${newestOf('user')
        .innerJoin('users', 'users.id', 'audit.record_id')
        .where((eb) => usersInScope(eb, { ...scope, state }))}
    ) as seen
    order by at desc, id desc
    limit ${activityLimit}`.execute(db);
  return rows.map(({ id }) => id);
}

async function activities(db: Database, ids: readonly number[]): Promise<Activity[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('audit')
    .leftJoin('users as actor', 'actor.id', 'audit.actor_id')
    .leftJoin('bookings', (join) =>
      join.on('audit.record_type', '=', 'booking').onRef('bookings.id', '=', 'audit.record_id'),
    )
    .leftJoin('collisions', (join) =>
      join.on('audit.record_type', '=', 'collision').onRef('collisions.id', '=', 'audit.record_id'),
    )
    .leftJoin('users as account', (join) =>
      join.on('audit.record_type', '=', 'user').onRef('account.id', '=', 'audit.record_id'),
    )
    .where('audit.id', 'in', ids)
    .orderBy('audit.at', 'desc')
    .orderBy('audit.id', 'desc')
    .select([
      'audit.id',
      'audit.at',
      'audit.event',
      'audit.record_type',
      'audit.record_id',
      'bookings.price_kobo as priceKobo',
      'collisions.location',
      'collisions.cars',
      'collisions.injuries',
      'collisions.fatalities',
      'account.role',
      fullName('actor').as('actor'),
      fullName('account').as('account'),
      sql<string | null>`coalesce(nullif(bookings.registration, ''), bookings.reference)`.as(
        'vehicle',
      ),
      sql<string | null>`coalesce(bookings.zone, collisions.zone, account.zone)`.as('zone'),
      sql<number | null>`(audit.after->'rows')::integer`.as('rows'),
      sql<string | null>`audit.after->>'format'`.as('format'),
    ])
    .execute();
  return rows.map(({ id, at, event, record_type, record_id, ...rest }) => ({
    id: String(id),
    at: at.toISOString(),
    event,
    ...sentenceOf({ ...rest, event: eventSchema.parse(event) }),
    record: { type: recordTypeSchema.parse(record_type), id: record_id },
  }));
}

const eventSchema = z.enum(shownEvents);
const recordTypeSchema = z.enum(['booking', 'collision', 'user']);
