import { sql } from 'kysely';
import type { QueryOf, ResponseOf } from '#contract/endpoint.ts';
import { lateRecordRegister } from '#contract/late-record-register.ts';
import {
  decisionWords,
  type LateCount,
  type LateRecord,
  lateRecordSchema,
  type listTakenOutRecords,
  type TakenOutRecord,
  takenOutSchema,
} from '#contract/late-records.ts';
import type { Days } from '#contract/list-filters.ts';
import { roleSchema } from '#contract/roles.ts';
import type { Period, ReportLine } from '#server/acts/part.ts';
import type { Database } from '#server/db/database.ts';
import { arrivedLate } from '#server/db/made-at.ts';
import { fullName, personIn } from '#server/db/people.ts';
import { type RecordTable, recordTables } from '#server/db/record-tables.ts';
import type { Caller, Scope } from '#server/http/caller.ts';
import { notFound, type Outcome, Refusal } from '#server/http/refusal.ts';
import { countedPage } from '#server/lists/counted-page.ts';
import { only, withinDays } from '#server/lists/queries.ts';
import { registerRead } from '#server/lists/register.ts';
import { columnsOf } from '#server/lists/table.ts';
import { inScope } from '#server/scope/conditions.ts';
import { chosenPlace } from '#server/scope/rules.ts';

/** One late record, 404 beyond the caller's scope. */
export async function findLateRecord(
  db: Database,
  caller: Caller,
  id: string,
): Promise<Outcome<LateRecord>> {
  const row = await lateRecordsIn(db, caller.scope)
    .select(columns)
    .where('late_records.id', '=', id)
    .executeTakeFirst();
  return row ? toWire(row) : notFound('late record');
}

const lateRecordsIn = (db: Database, scope: Scope) =>
  db.selectFrom('late_records').where(inScope('late_records', scope));

const columns = [
  'late_records.id',
  'late_records.kind',
  'late_records.label',
  'late_records.price_kobo',
  'late_records.arrival_kobo',
  'late_records.offences',
  'late_records.organisation',
  'late_records.zone',
  'late_records.made_at',
  'late_records.asked_at',
  'late_records.let_in',
  'late_records.reason',
  'late_records.decided_at',
  personIn('late_records.officer', 'late_records.asked_at').as('officer'),
  personIn('late_records.decided_by', 'late_records.decided_at').as('decider'),
] as const;

interface Row {
  readonly id: string;
  readonly kind: string;
  readonly label: string;
  readonly price_kobo: number | null;
  readonly arrival_kobo: number | null;
  readonly offences: string[] | null;
  readonly organisation: string;
  readonly zone: string;
  readonly made_at: Date;
  readonly asked_at: Date;
  readonly let_in: boolean | null;
  readonly reason: string | null;
  readonly decided_at: Date | null;
  readonly officer: unknown;
  readonly decider: unknown;
}

const toWire = (row: Row): LateRecord =>
  lateRecordSchema.parse({
    _id: row.id,
    kind: row.kind,
    label: row.label,
    offences: row.offences ?? [],
    price: row.price_kobo === null ? null : row.price_kobo / 100,
    priceOnArrival: row.arrival_kobo === null ? null : row.arrival_kobo / 100,
    organisation: row.organisation,
    zone: row.zone,
    officer: row.officer,
    madeAt: row.made_at.toISOString(),
    askedAt: row.asked_at.toISOString(),
    decision:
      row.let_in === null
        ? null
        : {
            letIn: row.let_in,
            reason: row.reason,
            by: row.decider,
            at: row.decided_at?.toISOString(),
          },
  });

const { text, amount, moment } = columnsOf<LateRecord>();

export const readLateRecords = registerRead(lateRecordRegister, {
  rows: (db, scope) => lateRecordsIn(db, scope),
  states: {
    waiting: sql`late_records.let_in is null`,
    decided: sql`late_records.let_in is not null`,
  },
  shown: (those) =>
    those
      .select(columns)
      .orderBy('late_records.asked_at', 'desc')
      .orderBy('late_records.id', 'desc'),
  toWire,
  columns: [
    text('Kind', 12, ({ kind }) => kind),
    text('Plate or location', 24, ({ label }) => label),
    text('Organisation', 14, ({ organisation }) => organisation),
    text('Zone', 16, ({ zone }) => zone),
    text('Officer', 22, ({ officer }) => officer.name),
    text('Offences', 40, ({ offences }) => offences.join(', ')),
    amount('Price', 12, ({ price }) => price ?? ''),
    amount('Price when first sent', 12, ({ priceOnArrival }) => priceOnArrival ?? ''),
    moment('Made', ({ madeAt }) => madeAt),
    moment('First sent', ({ askedAt }) => askedAt),
    text('Decision', 12, decisionWords),
    text('Reason', 40, ({ decision }) => decision?.reason ?? ''),
    text('Decided by', 22, ({ decision }) => decision?.by.name ?? ''),
    moment('Decided', ({ decision }) => decision?.at ?? null),
    text('Record', 28, ({ _id }) => _id),
  ],
  words: [
    sql.ref('late_records.label'),
    sql`(select ${fullName('maker')} from users as maker where maker.id = late_records.officer)`,
  ],
});

/** The records in the caller's scope that were taken out of a device, the last first. */
export async function listTakenOutOf(
  db: Database,
  caller: Caller,
  { limit, page, ...place }: QueryOf<typeof listTakenOutRecords>,
): Promise<Outcome<ResponseOf<typeof listTakenOutRecords>>> {
  const scope = chosenPlace(caller.scope, place);
  if (scope instanceof Refusal) return scope;
  const matching = db.selectFrom('taken_out_records').where(inScope('taken_out_records', scope));
  return countedPage(
    db,
    matching,
    { limit, page },
    (query) =>
      query
        .select(takenOutColumns)
        .orderBy('taken_out_records.taken_out_at', 'desc')
        .orderBy('taken_out_records.id', 'desc'),
    takenOutToWire,
  );
}

/** The record that an officer took out under this id; undefined for none, or somebody else's. */
export async function takenOutBy(
  db: Database,
  officer: string,
  id: string,
): Promise<TakenOutRecord | undefined> {
  const row = await db
    .selectFrom('taken_out_records')
    .select(takenOutColumns)
    .where('id', '=', id)
    .where('officer', '=', officer)
    .executeTakeFirst();
  return row && takenOutToWire(row);
}

const takenOutColumns = [
  'taken_out_records.id',
  'taken_out_records.kind',
  'taken_out_records.label',
  'taken_out_records.organisation',
  'taken_out_records.zone',
  'taken_out_records.told_kobo',
  'taken_out_records.made_at',
  'taken_out_records.taken_out_at',
  'taken_out_records.reason',
  personIn('taken_out_records.officer', 'taken_out_records.taken_out_at').as('officer'),
] as const;

interface TakenOutRow {
  readonly id: string;
  readonly kind: string;
  readonly label: string;
  readonly organisation: string;
  readonly zone: string;
  readonly told_kobo: number | null;
  readonly made_at: Date;
  readonly taken_out_at: Date;
  readonly reason: string;
  readonly officer: unknown;
}

const takenOutToWire = ({ id, told_kobo, made_at, taken_out_at, ...row }: TakenOutRow) =>
  takenOutSchema.parse({
    ...row,
    _id: id,
    toldPrice: told_kobo === null ? null : told_kobo / 100,
    madeAt: made_at.toISOString(),
    takenOutAt: taken_out_at.toISOString(),
  });

/** Every officer of the scope with late records or some that were taken out, by the day of arrival. */
export async function lateCountsOf(db: Database, scope: Scope, days: Days): Promise<LateCount[]> {
  const cameIn = (table: RecordTable) =>
    sql.join(
      [inScope(table, scope), ...withinDays(sql.ref(`${table}.created_at`), days)],
      sql` and `,
    );
  const arrived = (table: RecordTable) => sql`${cameIn(table)} and ${arrivedLate(table)}`;
  const takenOut = sql.join(
    [
      inScope('taken_out_records', scope),
      ...withinDays(sql.ref('taken_out_records.taken_out_at'), days),
    ],
    sql` and `,
  );
  const letIn = (id: string) => sql`
    coalesce((select let_in from late_records where late_records.id = ${sql.ref(id)}), false)::integer`;
  const others = Object.values(recordTables).filter((table) => table !== 'bookings');
  const lateIn = (table: RecordTable) => sql`
        select created_by, 1, 0, ${letIn(`${table}.id`)}, 0
        from ${sql.table(table)} where ${arrived(table)}`;
  const { rows } = await sql<Counted>`
    select users.id, users.role, ${fullName()} as name, found.late, found.cheaper, found.let_in,
      found.taken_out
    from (
      select officer, sum(late)::integer as late, sum(cheaper)::integer as cheaper,
        sum(let_in)::integer as let_in, sum(taken_out)::integer as taken_out
      from (
        select created_by as officer, 1 as late, (arrival_kobo > price_kobo)::integer as cheaper,
          ${letIn('bookings.id')} as let_in, 0 as taken_out
        from bookings where ${arrived('bookings')}
        union all
        select created_by, 0, 1, 0, 0 from bookings
        where ${cameIn('bookings')} and arrival_kobo > price_kobo
          and not (${arrivedLate('bookings')})
        union all
        ${sql.join(others.map(lateIn), sql` union all `)}
        union all
        select officer, 0, 0, 0, 1 from taken_out_records where ${takenOut}
      ) as each
      group by officer
    ) as found
    join users on users.id = found.officer
    order by found.cheaper desc, found.late desc, found.taken_out desc, name, users.id`.execute(db);
  return rows.map(({ id, name, role, let_in, taken_out, late, cheaper }) => ({
    officer: { id, name, role: roleSchema.parse(role) },
    late,
    cheaper: cheaper ?? 0,
    letIn: let_in,
    takenOut: taken_out,
  }));
}

interface Counted {
  readonly id: string;
  readonly name: string;
  readonly role: string;
  readonly late: number;
  readonly cheaper: number | null;
  readonly let_in: number;
  readonly taken_out: number;
}

/** In a report: tickets that were made before its days and arrived in them. */
export async function linesOfLate({ db, scope, days, officer }: Period): Promise<ReportLine[]> {
  const { rows } = await sql<{ count: number; kobo: number }>`
    select count(*) as count, coalesce(sum(price_kobo), 0)::bigint as kobo
    from bookings
    where ${inScope('bookings', scope)} and (${officer ?? null}::text is null or created_by = ${officer ?? null})
      and ${arrivedLate('bookings')}
      and ${sql.join(withinDays(sql.ref('created_at'), days), sql` and `)}
      and lagos_day(made_at) < ${days.from}::date`.execute(db);
  const label = 'Made before the period, received in it';
  const behind = { figure: 'late', before: days.from } as const;
  return [{ table: 'Bookings from earlier months', label, ...only(rows), rows: behind }];
}

export const waitingLateRecords = ({ scope }: Caller) => sql`
  select id, organisation, zone, asked_at, officer, null, label, null::jsonb
  from late_records
  where ${inScope('late_records', scope)} and let_in is null`;
