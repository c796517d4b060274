import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Days } from '#contract/list-filters.ts';
import type { Database } from '#server/db/database.ts';
import type { Scope } from '#server/http/caller.ts';
import { allOf, withinDays } from '#server/lists/queries.ts';
import { dayBefore, endsOf, wholeMonths } from '#server/lists/rules.ts';
import { demosOf, inScope, organisationsOf } from '#server/scope/conditions.ts';

/** Each measure is counted in number and in kobo; `received` on the day of payment. */
export const measures = [
  'issued',
  'billed',
  'paid',
  'cleared',
  'withdrawn',
  'received',
  'decided',
] as const;

export interface Asked {
  /** An act counts on its own day: paid, cleared, withdrawn or decided. Other kinds count when records were made. */
  readonly kind: 'place' | 'officer' | 'head' | 'offence' | 'collision' | 'act';
  readonly scope: Scope;
  /** All of time by default. */
  readonly days?: Days;
  /** The id of an officer, whose tickets alone count. An index finds their records. */
  readonly officer?: string | undefined;
  /** The officer, head, offence, or month of issue of an act; by default each has rows of its own. */
  readonly key?: string | undefined;
  /**
   * Keeps rows of different days, months or zones apart. By default rows are as few as make up the
   * days.
   */
  readonly by?: 'day' | 'month' | 'zone' | 'day and zone' | undefined;
}

/**
 * Rows of figures that add up to the scope and the days, folded or not yet. They are exact at the
 * moment of the statement that reads them.
 */
export function figuresOf(asked: Asked): RawBuilder<unknown> {
  const { kind, scope, days = {}, officer, by } = asked;
  if (officer !== undefined)
    return kind === 'place' && by === undefined
      ? figuresOf({ ...asked, kind: 'officer', key: officer, officer: undefined })
      : ofRecords(asked);
  const isByMonth = scope.zone !== null && (kind === 'officer' || kind === 'head');
  if (!isByMonth || (days.from ?? days.to) === undefined) return counted(asked);
  // In a zone they have no days, of which there are few at either end.
  const { from, until } = wholeMonths(days);
  return sql.join(
    [
      counted({ ...asked, days: { from, to: dayBefore(until) } }),
      ...endsOf(days).map((end) => ofRecords({ ...asked, days: end })),
    ],
    sql` union all `,
  );
}

const counted = (asked: Asked) => sql`${folded(asked)} union all ${waiting(asked)}`;

const columns = measures.map((name) => `${name}, ${name}_kobo`).join(', ');

const folded = ({ kind, scope, days = {}, key, by }: Asked) => sql`
  select organisation, zone, starts as day, key, name, offence_id, ${sql.raw(columns)} from figures
  where kind = ${kind} and ${isOneOf(sql`organisation`, organisationsOf(scope))}
    and ${isOneOf(sql`demo`, demosOf(scope))}
    and ${(by === 'zone' || by === 'day and zone') && scope.zone === null ? sql`zone <> ''` : sql`zone = ${scope.zone ?? ''}`}
    and ${spansOf(days, by)}
    and ${key === undefined ? sql`true` : sql`key = ${key}`}`;

const highestXid = sql.raw(`'18446744073709551615'::xid8`);

/**
 * Above an unknown number PostgreSQL expects a third of the rows, between two numbers a
 * two-hundredth. So few don't make it plan a prepared statement anew for each list.
 */
const waiting = (asked: Asked) => sql`
  ${partsOf(asked, 'figure_changes')}
    and fact.xid between (select figure_mark.xid from figure_mark) and ${highestXid}
    and ${between(sql`fact.day`, asked.days ?? {})}`;

/**
 * A row for each record that a measure counts, by the same facts as the figures. `lines` are those of
 * a head or an offence.
 */
export const recordsIn = (
  asked: Asked,
  measure: (typeof measures)[number] | 'outstanding',
): RawBuilder<unknown> => {
  const of = (unit: '' | '_kobo') =>
    measure === 'outstanding'
      ? sql.raw(`issued${unit} - paid${unit} - withdrawn${unit} - decided${unit}`)
      : sql.ref(`${measure}${unit}`);
  return sql`
    select record_id, organisation, zone, day, key, name, lines, ${of('')} as count,
           ${of('_kobo')} as kobo
    from (${ofRecords(asked, sql`, fact.record_id, ${linesOf(asked)}::integer[] as lines`)}) as facts where ${of('')} <> 0`;
};

const ofRecords = (asked: Asked, more = sql``) => sql`
  ${partsOf(asked, 'figure_facts', more)} and fact.xid is null
    and ${allOf(withinDays(sql`fact.at`, asked.days ?? {}))}
    and ${
      asked.officer === undefined
        ? sql`true`
        : sql`fact.record_id = any(array(
      select booking_id from booking_search where created_by = ${asked.officer}))`
    }`;

/**
 * The rows that facts make for one kind of figures; the view `figure_parts` has them of all kinds.
 */
function partsOf(
  { kind, scope, key }: Asked,
  facts: 'figure_changes' | 'figure_facts',
  more = sql``,
) {
  const {
    keyOf = `''`,
    names = `'' as name, '' as offence_id`,
    kobo = 'fact.kobo',
    lines = '',
  } = parts[kind];
  const amounts = measures.map((name) => `${name}, ${name} * ${kobo} as ${name}_kobo`).join(', ');
  return sql`
    select fact.organisation, fact.zone, fact.day, ${sql.raw(`${keyOf} as key, ${names}, ${amounts}`)}${more}
    from ${sql.table(facts)} as fact ${sql.raw(lines)}
    where fact.record_type = ${kind === 'collision' || kind === 'act' ? kind : 'booking'}
      and ${inScope('fact', scope)}
      and ${key === undefined ? sql`true` : sql`${sql.raw(keyOf)} = ${key}`}`;
}

const linesOf = ({ kind }: Asked) => sql.raw(parts[kind].linesOf ?? 'null');

type Part = Readonly<Partial<Record<'keyOf' | 'names' | 'kobo' | 'lines' | 'linesOf', string>>>;

const parts: Readonly<Record<Asked['kind'], Part>> = {
  place: {},
  collision: {},
  act: { keyOf: 'fact.issued_in' },
  officer: { keyOf: 'fact.officer_id' },
  head: {
    keyOf: 'line.code',
    names: 'line.name, line.offence_id',
    kobo: 'line.amount_kobo',
    lines: 'join booking_offences as line on line.booking_id = fact.record_id',
    linesOf: 'array[line.line]',
  },
  offence: {
    keyOf: 'line.offence_id',
    kobo: 'line.kobo',
    lines: `cross join lateral (
      select offence_id, sum(amount_kobo)::bigint as kobo, array_agg(line) as lines
      from booking_offences
      where booking_id = fact.record_id group by offence_id) as line`,
    linesOf: 'line.lines',
  },
};

/**
 * One parameter for each value. Of an array that it doesn't know yet, PostgreSQL assumes ten
 * elements, and then plans a prepared statement anew each time.
 */
const isOneOf = (column: RawBuilder<unknown>, values: readonly unknown[]): RawBuilder<SqlBool> =>
  values.length === 0 ? sql`false` : sql`${column} in (${sql.join(values)})`;

const between = (day: RawBuilder<unknown>, { from, to }: Days): RawBuilder<SqlBool> => sql`(
  ${from === undefined ? sql`true` : sql`${day} >= ${from}::date`}
  and ${to === undefined ? sql`true` : sql`${day} <= ${to}::date`})`;

/** The fewest rows that make up the days: whole months, and the days at either end. */
function spansOf(days: Days, by: Asked['by']): RawBuilder<SqlBool> {
  if (by === 'day' || by === 'day and zone')
    return sql`span = 'day' and ${between(sql`starts`, days)}`;
  if (days.from === undefined && days.to === undefined)
    return by === 'month' ? sql`span = 'month'` : sql`span = 'all'`;
  const months = wholeMonths(days);
  return sql`(
    span = 'month' and starts >= ${months.from}::date and starts < ${months.until}::date
    or span = 'day' and ${between(sql`starts`, days)}
       and not (starts >= ${months.from}::date and starts < ${months.until}::date))`;
}

/** A booking changes some thirty figures, and of the next one many of the same. */
const changesAtOnce = 200;

/**
 * Folds changes into figures, `atLeast` so many at once or those that have waited for ten seconds;
 * answers how many. Those of transactions above the oldest one still open wait. Does nothing while
 * another process folds.
 */
export async function foldFigures(db: Database, atLeast = changesAtOnce): Promise<number> {
  const { rows } = await sql<{ folded: number }>`
    select fold_figures(${atLeast}) as folded`.execute(db);
  return rows[0]?.folded ?? 0;
}
