import { sql } from 'kysely';
import { z } from 'zod';
import type { Activity, listActivities } from '#contract/activities.ts';
import type { QueryOf, ResponseOf } from '#contract/endpoint.ts';
import { recordsWith } from '#contract/records.ts';
import type { Database } from '#server/db/database.ts';
import { fullName, nameThen } from '#server/db/people.ts';
import type { Caller } from '#server/http/caller.ts';
import { listAnswer } from '#server/http/list-answer.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import { inScope } from '#server/scope/conditions.ts';
import { chosenOrganisation } from '#server/scope/rules.ts';
import { activityLimit, placesWithin } from './places.ts';
import { sentenceOf, shownEvents } from './rules.ts';

/** A page of the newest 1,000 activities in the caller's scope, newest first. */
export async function listActivitiesOf(
  db: Database,
  caller: Caller,
  { organisation, page, limit }: QueryOf<typeof listActivities>,
): Promise<Outcome<ResponseOf<typeof listActivities>>> {
  const scope = chosenOrganisation(caller.scope, organisation);
  if (scope instanceof Refusal) return scope;
  if (scope.demo === 'none') return listAnswer([], 0, { page, limit });
  const end = Math.min(page * limit, activityLimit);
  const skipped = Math.min((page - 1) * limit, end);
  const ofPlace = sql`
    from activities
    where activities.organisation = place.organisation and activities.zone = place.zone
      and activities.demo = place.demo`;
  const { rows } = await sql<{ total: number; ids: number[] }>`
    with recursive ${placesWithin(scope)},
    place as (select * from every_place as activities where ${inScope('activities', scope)})
    select
      (select count(*) from (
        select from place cross join lateral (select ${ofPlace} limit ${activityLimit}) as kept
        limit ${activityLimit}) as counted) as total,
      (select coalesce(json_agg(audit_id), '[]') from (
        select audit_id
        from place cross join lateral (
          select at, audit_id ${ofPlace} order by at desc, audit_id desc limit ${end}) as newest
        order by at desc, audit_id desc
        offset ${skipped} limit ${end - skipped}) as paged) as ids`.execute(db);
  const { total = 0, ids = [] } = rows[0] ?? {};
  return listAnswer(await activities(db, ids), total, { page, limit });
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
      nameThen('actor', 'audit.at').as('actor'),
      fullName('account').as('account'),
      sql<string | null>`coalesce(nullif(bookings.registration, ''), bookings.reference)`.as(
        'vehicle',
      ),
      sql<string | null>`coalesce(bookings.zone, collisions.zone, account.zone)`.as('zone'),
      sql<boolean>`coalesce(bookings.brought_in_by, collisions.brought_in_by) is not null`.as(
        'isBroughtIn',
      ),
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
const recordTypeSchema = z.enum(recordsWith('active'));
