import { type RawBuilder, sql } from 'kysely';
import type { QueryOf, ResponseOf } from '#contract/endpoint.ts';
import { eventWords } from '#contract/events.ts';
import { type Days, exportLimits } from '#contract/list-filters.ts';
import { personSchema } from '#contract/people.ts';
import { mostTrailDays, type trailRegister, type TrailRow } from '#contract/trail.ts';
import { fullName, personIn } from '#server/db/people.ts';
import type { Deps } from '#server/deps.ts';
import type { Actor, Caller, Scope } from '#server/http/caller.ts';
import { listAnswer } from '#server/http/list-answer.ts';
import { invalid, type Outcome, Refusal } from '#server/http/refusal.ts';
import { exportList } from '#server/lists/commands.ts';
import { only, withinDays } from '#server/lists/queries.ts';
import { listReach } from '#server/lists/rules.ts';
import { cellsOf, columnsOf } from '#server/lists/table.ts';
import { chosenPlace } from '#server/scope/rules.ts';
import { dayMs, dayOf } from '#server/time.ts';

type Trail = typeof trailRegister;
type Filter = Omit<QueryOf<Trail['file']>, 'format'>;

/** A page of the trail in the caller's place. */
export async function trailOf(
  { reports }: Pick<Deps, 'reports'>,
  caller: Caller,
  { page, limit, ...filter }: QueryOf<Trail['list']>,
): Promise<Outcome<ResponseOf<Trail['list']>>> {
  const matching = matchingRows(caller, filter);
  if (matching instanceof Refusal) return matching;
  const skipped = (page - 1) * limit;
  const shown = Math.max(0, Math.min(limit, listReach - skipped));
  const [{ total }, ids] = await Promise.all([
    sql<{ total: number }>`select count(*)::integer as total
      from (select ${matching} limit ${listReach + 1}) as counted`
      .execute(reports)
      .then(({ rows }) => only(rows)),
    newestIds(reports, matching, shown, skipped),
  ]);
  const bounds = total > listReach ? { more: true, within: listReach } : {};
  const rows = await rowsOf(reports, ids);
  return listAnswer(rows, Math.min(total, listReach), { page, limit }, bounds);
}

const words: Readonly<Record<string, string>> = eventWords;

const { text, moment } = columnsOf<TrailRow>();
const columns = [
  moment('Date', ({ at }) => at),
  text('Activity', 30, ({ event }) => words[event] ?? event),
  text('By', 26, ({ by }) => by?.name ?? 'Hanya'),
  text('Role', 16, ({ by }) => by?.role ?? ''),
  text('Kind', 14, ({ record }) => record.type),
  text('About', 30, ({ about }) => about),
  text('Record', 28, ({ record }) => record.id),
];

/** The rows that the filter shows, as a file. 400 beyond `exportLimits`. */
export async function exportTrailOf(
  { db, reports }: Pick<Deps, 'db' | 'reports'>,
  actor: Actor,
  caller: Caller,
  { format, ...filters }: QueryOf<Trail['file']>,
) {
  const matching = matchingRows(caller, filters);
  if (matching instanceof Refusal) return matching;
  return exportList(db, actor, caller, {
    event: 'trail.exported',
    format,
    filters,
    name: 'activity',
    columns,
    ids: await newestIds(reports, matching, exportLimits[format] + 1, 0),
    rowsOf: async (ids) => cellsOf(columns, await rowsOf(reports, ids)),
  });
}

async function newestIds(
  db: Deps['reports'],
  matching: RawBuilder<unknown>,
  limit: number,
  skipped: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select audit.id::text ${matching}
    order by audit.at desc, audit.id desc limit ${limit} offset ${skipped}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The days that are asked for, or those that end with the last one. 400 for more than `mostTrailDays`. */
function daysOf({ from, to = dayOf(new Date()) }: Days): Outcome<Days> {
  const first = dayOf(new Date(Date.parse(`${to}T12:00:00Z`) - (mostTrailDays - 1) * dayMs));
  if (from !== undefined && from < first)
    return invalid('from', `Select at most ${mostTrailDays} days.`);
  return { from: from ?? first, to };
}

/** The rows of the trail that the filter shows, as SQL from `from` on. 403 beyond the scope. */
function matchingRows(caller: Caller, filter: Filter): Outcome<RawBuilder<unknown>> {
  const scope = chosenPlace(caller.scope, filter);
  if (scope instanceof Refusal) return scope;
  const days = daysOf(filter);
  if (days instanceof Refusal) return days;
  const { person, event, record } = filter;
  const conditions = [
    ...withinDays(sql.ref('audit.at'), days),
    ...(person === undefined ? [] : [sql`audit.actor_id = ${person}`]),
    ...(event === undefined ? [] : [sql`audit.event = ${event}`]),
    ...(record === undefined ? [] : [sql`audit.record_type = ${record}`]),
    ...placedIn(scope),
  ];
  return sql`${withRecords} where ${sql.join(conditions, sql` and `)}`;
}

/** Each row with its record, by the record's key: no index is read beyond the days. */
const withRecords = sql`
  from audit
  left join users as actor on actor.id = audit.actor_id
  left join bookings on audit.record_type = 'booking' and bookings.id = audit.record_id
  left join collisions on audit.record_type = 'collision' and collisions.id = audit.record_id
  left join users as account on audit.record_type = 'user' and account.id = audit.record_id
  left join payment_exceptions as exception
    on audit.record_type = 'exception' and exception.id = audit.record_id
  left join late_records on audit.record_type = 'late record' and late_records.id = audit.record_id`;

const records = ['bookings', 'collisions', 'exception', 'late_records'] as const;
const ofRecord = (column: 'organisation' | 'zone' | 'demo') =>
  sql.join(records.map((table) => sql.ref(`${table}.${column}`)));

/** A row lies where its record does; without a place of its own, where its maker works. */
function placedIn({ organisation, zone, demo }: Scope): RawBuilder<unknown>[] {
  if (demo === 'none') return [sql`false`];
  const organisationIs = sql`coalesce(${ofRecord('organisation')},
    case when account.id is not null then organisation_of_state(account.state)
         when audit.record_type = 'organisation' then audit.record_id
         when audit.record_type = 'offence' then left(audit.record_id, -7)
         else organisation_of_state(actor.state) end) = ${organisation}`;
  const zoneIs = sql`coalesce(${ofRecord('zone')},
    case when account.id is not null then account.zone else actor.zone end) = ${zone}`;
  const isDemo = sql`coalesce(${ofRecord('demo')}, account.demo, actor.demo, false)`;
  return [
    ...(organisation === null ? [] : [organisationIs]),
    ...(zone === null ? [] : [zoneIs]),
    ...(demo === 'included' ? [] : [sql`${isDemo} = ${demo === 'only'}`]),
  ];
}

interface Row {
  readonly id: string;
  readonly at: Date;
  readonly event: string;
  readonly by: unknown;
  readonly type: string;
  readonly record: string;
  readonly about: string;
}

/** These rows, the newest first, without a check of place: the caller has made it. */
async function rowsOf(db: Deps['reports'], ids: readonly string[]): Promise<TrailRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Row>`
    select audit.id::text, audit.at, audit.event, ${personIn('audit.actor_id', 'audit.at')} as by,
      audit.record_type as type, audit.record_id as record,
      coalesce(nullif(bookings.registration, ''), bookings.reference, collisions.location,
        ${fullName('account')}, late_records.label, exception.bill_ref,
        case when audit.record_type in ('offence', 'organisation') then audit.record_id end,
        '') as about
    ${withRecords}
    where audit.id = any(${ids}::bigint[])
    order by audit.at desc, audit.id desc`.execute(db);
  return rows.map(({ id, at, event, by, type, record, about }) => ({
    id,
    at: at.toISOString(),
    event,
    by: by === null ? null : personSchema.parse(by),
    record: { type, id: record },
    about,
  }));
}
