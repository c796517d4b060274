import { type RawBuilder, sql } from 'kysely';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import {
  type FailedJob,
  type listSecurityEvents,
  type readOperations,
  type SecurityEvent,
  securityEventKinds,
} from '#contract/operations.ts';
import { accountStateSchema, organisationOfState } from '#contract/places.ts';
import { may } from '#contract/roles.ts';
import type { Database } from '#server/db/database.ts';
import { failedQueue } from '#server/db/queues.ts';
import type { Deps } from '#server/deps.ts';
import { onlyOrganisation } from '#server/features/contacts/queries.ts';
import type { Caller, Scope } from '#server/http/caller.ts';
import { listAnswer } from '#server/http/list-answer.ts';
import { notFound, type Outcome } from '#server/http/refusal.ts';
import { listReach } from '#server/lists/rules.ts';
import type { Measured } from '#server/process/metrics.ts';
import { newestBreakages } from './breakages.ts';
import { readFigures, type Surroundings } from './figures.ts';
import { looksOf, measuredOf, purposeOf } from './rules.ts';

type Standing = ResponseOf<typeof readOperations>['data'];

/**
 * The state of the installation; null for callers who see one organisation of several, and for all but
 * state admins where there is one.
 */
export async function standingFor(
  deps: Pick<Deps, 'reading' | 'config'>,
  surroundings: Surroundings,
  caller: Caller,
): Promise<Standing> {
  if (caller.scope.organisation !== null && !(await isOfAll(deps.reading, caller))) return null;
  const [figures, alarms, breakages] = await Promise.all([
    readFigures(deps, surroundings),
    deps.reading.selectFrom('alarms').selectAll().orderBy('since').execute(),
    newestBreakages(deps.reading),
  ]);
  return {
    at: new Date().toISOString(),
    looks: looksOf(figures),
    alarms: alarms.map(({ name, since, words }) => ({ name, since: since.toISOString(), words })),
    breakages,
  };
}

/** True for a state admin of all zones whose state is that of every account. */
async function isOfAll(db: Database, { role, scope, demo }: Caller): Promise<boolean> {
  if (!may(role, 'set up the organisation') || scope.zone !== null) return false;
  return (await onlyOrganisation(db, { demo })) === scope.organisation;
}

/** The figures of the installation for Prometheus; with a database that doesn't answer, that it doesn't. */
export async function measureInstallation(
  deps: Pick<Deps, 'reading' | 'config'>,
  surroundings: Surroundings,
): Promise<Measured[]> {
  const measured = (value: number): Measured => ({
    name: 'hanya_measured',
    help: 'Whether the figures of the installation could be read',
    values: [[{}, value]],
  });
  try {
    return [measured(1), ...measuredOf(await readFigures(deps, surroundings))];
  } catch {
    return [measured(0)];
  }
}

interface FailedRow {
  readonly id: string;
  readonly queue: string | null;
  readonly booking: string | null;
  readonly failed_at: Date;
  readonly tries: number;
  readonly reason: string;
}

const mostJobs = 100;

/** The newest failed jobs that the caller may see: those about bookings in scope, or all of them. */
async function failedRows(
  db: Database,
  { scope: { organisation, zone } }: Caller,
  id?: string,
): Promise<readonly FailedRow[]> {
  const { rows } = await sql<FailedRow>`
    select job.id::text, job.source_name as queue, coalesce(direct.id, noticed.id) as booking,
      job.created_on as failed_at, coalesce(job.source_retry_count, 0) + 1 as tries,
      left(coalesce(job.source_output ->> 'message', job.output ->> 'message', ''), 300) as reason
    from pgboss.job
    left join notices on notices.id = job.data ->> 'noticeId'
    left join bookings as direct on direct.id = job.data ->> 'bookingId'
    left join bookings as noticed
      on noticed.bill_ref = notices.bill_ref and noticed.bill_gateway = notices.gateway
    where job.name = ${failedQueue.name} and job.state = 'created'
      and (${organisation}::text is null 
        or coalesce(direct.organisation, noticed.organisation) = ${organisation})
      and (${zone}::text is null or coalesce(direct.zone, noticed.zone) = ${zone})
      and (${id ?? null}::text is null or job.id::text = ${id ?? null})
    order by job.created_on desc, job.id limit ${mostJobs}`.execute(db);
  return rows;
}

export async function failedJobsFor(db: Database, caller: Caller): Promise<FailedJob[]> {
  const rows = await failedRows(db, caller);
  return rows.map(({ id, queue, booking, failed_at, tries, reason }) => ({
    id,
    purpose: purposeOf(queue),
    booking,
    failedAt: failed_at.toISOString(),
    tries,
    reason,
  }));
}

/** A failed job that waits for a person, with the queue it came from. */
export async function findFailedJob(
  db: Database,
  caller: Caller,
  id: string,
): Promise<Outcome<FailedRow>> {
  const [row] = await failedRows(db, caller, id);
  return row ?? notFound('job');
}

interface EventRow {
  readonly id: number;
  readonly minute: Date;
  readonly kind: string;
  readonly address: string;
  readonly about: string;
  readonly count: number;
  readonly by_id: string | null;
  readonly by_name: string | null;
  readonly concerns_id: string | null;
  readonly concerns_name: string | null;
}

/**
 * A page of security events, newest first, of accounts in the caller's place. They are counted up
 * to `listReach`, where the pages end.
 */
export async function securityEventsFor(
  db: Database,
  { scope }: Caller,
  query: QueryOf<typeof listSecurityEvents>,
): Promise<ResponseOf<typeof listSecurityEvents>> {
  const { limit, page } = query;
  const skipped = (page - 1) * limit;
  const reached = Math.min(skipped + limit, listReach);
  const { rows } = await sql<EventRow>`
    with event as (
      ${newestEvents(scope, query, reached)}
      order by minute desc, id desc
      limit ${Math.max(0, reached - skipped)} offset ${skipped}
    )
    select event.id, event.minute, event.kind, event.address, event.about, event.count,
      who.id as by_id, who.first_name || ' ' || who.last_name as by_name,
      whom.id as concerns_id, whom.first_name || ' ' || whom.last_name as concerns_name
    from event
    left join users as who on who.id = event.account
    left join users as whom on whom.id = event.concerns
    order by event.minute desc, event.id desc`.execute(db);
  const counted = await sql<{ total: number }>`
    select count(*)::integer as total
    from (${someEvents(scope, query, listReach + 1)} limit ${listReach + 1}) as counted`.execute(
    db,
  );
  const total = counted.rows[0]?.total ?? 0;
  return listAnswer(
    rows.map(eventToWire),
    Math.min(total, listReach),
    query,
    total > listReach ? { more: true, within: listReach } : {},
  );
}

type EventFilter = Pick<QueryOf<typeof listSecurityEvents>, 'kind' | 'from' | 'to'>;

/** Those of the demo's accounts are for whoever sees the demo. */
const areShown = ({ demo }: Scope, { kind, from, to }: EventFilter) => sql`
  event.minute >= ${from ?? '2000-01-01'}::date::timestamp at time zone 'Africa/Lagos'
  and event.minute < (${to ?? '2199-12-31'}::date + 1)::timestamp at time zone 'Africa/Lagos'
  and ${kind === undefined ? sql`true` : sql`event.kind = ${kind}`}
  and ${
    demo === 'excluded'
      ? sql`not exists (
          select from users as shown
          where shown.id in (event.account, event.concerns) and shown.demo)`
      : sql`true`
  }`;

/** The newest so many of a place, and some others: of each account its newest, by an index. */
function newestEvents(scope: Scope, filter: EventFilter, most: number): RawBuilder<unknown> {
  const newest = (condition: RawBuilder<unknown>) => sql`
    select * from security_events as event where ${areShown(scope, filter)} and ${condition}
    order by minute desc, id desc limit ${most}`;
  if (isEverywhere(scope)) return sql`select * from (${newest(sql`true`)}) as event`;
  return eitherOf(
    (column) => sql`
      select event.* from users
      cross join lateral (${newest(sql`${column} <> '' and ${column} = users.id`)}) as event
      where ${isOfPlace(scope)}
      order by minute desc, id desc limit ${most}`,
  );
}

/** As many as there are of a place, but no more than are to be counted; in no order. */
function someEvents(scope: Scope, filter: EventFilter, most: number): RawBuilder<unknown> {
  const some = sql`select event.id from security_events as event`;
  if (isEverywhere(scope)) return sql`${some} where ${areShown(scope, filter)}`;
  return eitherOf(
    (column) => sql`
      ${some} join users on ${column} <> '' and ${column} = users.id
      where ${areShown(scope, filter)} and ${isOfPlace(scope)} limit ${most}`,
  );
}

/**
 * The events that an account caused and those that concern one, each once. They are found by the
 * accounts: a flood by nobody known is not read for them.
 */
const eitherOf = (events: (column: RawBuilder<unknown>) => RawBuilder<unknown>) =>
  sql`(${events(sql.ref('event.account'))}) union (${events(sql.ref('event.concerns'))})`;

const isEverywhere = ({ organisation, zone }: Scope): boolean =>
  organisation === null && zone === null;

function isOfPlace({ organisation, zone }: Scope): RawBuilder<unknown> {
  const states = accountStateSchema.options.filter(
    (state) => organisation === null || organisationOfState(state) === organisation,
  );
  return sql`
    ${organisation === null ? sql`true` : sql`users.state = any(${states})`}
    and ${zone === null ? sql`true` : sql`users.zone = ${zone}`}`;
}

function eventToWire(row: EventRow): SecurityEvent {
  const person = (id: string | null, name: string | null) =>
    id === null ? null : { id, name: name ?? '' };
  return {
    id: String(row.id),
    minute: row.minute.toISOString(),
    kind: securityEventKinds.find((kind) => kind === row.kind) ?? 'not allowed',
    by: person(row.by_id, row.by_name),
    concerns: person(row.concerns_id, row.concerns_name),
    address: row.address,
    about: row.about,
    count: row.count,
  };
}
