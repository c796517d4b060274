import type pg from 'pg';

/**
 * The tables whose rows belong to an organisation, each with the columns that name one record.
 */
export const keysOfTables: Readonly<Record<string, readonly string[]>> = {
  bookings: ['id', 'replaces'],
  booking_files: ['id', 'booking_id'],
  booking_offences: ['booking_id'],
  case_files: ['number', 'booking_id'],
  mistakes: ['id', 'booking_id'],
  booking_search: ['booking_id'],
  waiting_search: ['booking_id'],
  payments: ['booking_id'],
  payment_exceptions: ['id', 'booking_id'],
  bill_checks: ['booking_id'],
  collisions: ['id'],
  collision_additions: ['id', 'collision_id'],
  collision_files: ['collision_id'],
  collision_officers: ['collision_id'],
  collision_vehicles: ['collision_id'],
  collision_witnesses: ['collision_id'],
  coming_files: ['id', 'collision_id'],
  late_records: ['id'],
  taken_out_records: ['id'],
  proposals: ['id', 'subject', 'together'],
  report_closings: ['id'],
  closed_papers: ['id'],
  statements: ['id'],
  statement_lines: ['statement_id'],
  audit: ['id', 'record_id'],
  activities: [],
  figures: [],
  outbox: [],
};
const ofAnOrganisation = new RegExp(String.raw`\b(${Object.keys(keysOfTables).join('|')})\b`);

/** What a statement reaches in each of those tables; `all`: rows of any organisation. */
export type Reach = 'one organisation' | 'one record' | 'all';

export interface Reached {
  readonly table: string;
  readonly reach: Reach;
  /** The conditions that decide it, as PostgreSQL understood them. */
  readonly by: readonly string[];
}

/** What PostgreSQL tells of a step of a plan. */
interface Step {
  readonly 'Node Type': string;
  readonly Operation?: string;
  readonly Schema?: string;
  readonly 'Relation Name'?: string;
  readonly Alias?: string;
  readonly 'Index Cond'?: string;
  readonly 'Recheck Cond'?: string;
  readonly Filter?: string;
  readonly 'Join Filter'?: string;
  readonly Plans?: readonly Step[];
}

/**
 * Has PostgreSQL plan so that whatever restricts a table stands at the step that reads it, what comes
 * from a join too. Only for a connection that does nothing else.
 */
export const planByConditions = `set enable_seqscan = off; set enable_hashjoin = off;
  set enable_mergejoin = off; set enable_memoize = off`;

/**
 * What the statement reaches in the tables of organisations. It is planned with its values
 * and not run.
 */
export async function reachOf(
  client: pg.Client,
  { text, values }: { readonly text: string; readonly values: readonly unknown[] },
): Promise<Reached[]> {
  // The jobs count themselves in a part of a query that is called like a table of ours.
  if (!ofAnOrganisation.test(text) || /\bpgboss\./.test(text)) return [];
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Step }] }>(
    `explain (verbose, format json) ${text}`,
    [...values],
  );
  const plan = rows[0]?.['QUERY PLAN'][0].Plan;
  if (!plan) throw new Error(`There is no plan of ${text}`);
  return [...readBy(plan, []), ...writtenBy(text)];
}

function readBy(step: Step, joined: readonly string[]): Reached[] {
  const above = [...joined, ...conjuncts(step['Join Filter'])];
  const below = (step.Plans ?? []).flatMap((inner) => readBy(inner, above));
  const { Schema: schema, 'Relation Name': table = '', Alias: alias = '' } = step;
  const keys = schema === 'public' ? keysOfTables[table] : undefined;
  if (!keys || step['Node Type'] === 'ModifyTable') return below;
  const by = ['Index Cond', 'Recheck Cond', 'Filter'] as const;
  const conditions = [...by.flatMap((name) => conjuncts(step[name])), ...above];
  const isOne = (column: string) => {
    const one = new RegExp(
      String.raw`(^| = )${alias}\.${column}( = (?!ANY)| = ANY \('\{[^,]*\}'|$)`,
    );
    return conditions.some((condition) => one.test(condition) && condition.includes(' = '));
  };
  // Several records of a list that is at hand are looked up by their keys, one by one.
  const isNamed = (column: string) =>
    isOne(column) ||
    conditions.some((condition) => condition.startsWith(`${alias}.${column} = ANY (`));
  const reach = isOne('organisation')
    ? 'one organisation'
    : keys.some(isNamed)
      ? 'one record'
      : 'all';
  return [{ table, reach, by: conditions }, ...below];
}

/** New rows go where their organisation says, or else where their record lies. */
function writtenBy(text: string): Reached[] {
  const inserts = text.matchAll(/insert into "?(\w+)"?(?: as \w+)?\s*\(([^)]*)\)/g);
  return [...inserts].flatMap(([, table = '', columns = '']) => {
    const keys = keysOfTables[table];
    if (!keys) return [];
    const names = columns.replaceAll('"', '').split(/,\s*/);
    const reach = names.includes('organisation')
      ? 'one organisation'
      : keys.some((key) => names.includes(key))
        ? 'one record'
        : 'all';
    return [{ table, reach, by: names }];
  });
}

/** The conditions that must all hold, without the brackets around each. */
function conjuncts(condition: string | undefined): string[] {
  if (condition === undefined) return [];
  const depths = depthsOf(condition);
  // `(a = b)` is `a = b`; `(a) AND (b)` stays as it is.
  if (condition.startsWith('(') && depths.indexOf(0) === condition.length - 1)
    return conjuncts(condition.slice(1, -1));
  const and = ' AND ';
  const at = depths.findIndex((depth, index) => depth === 0 && condition.startsWith(and, index));
  return at < 0
    ? [condition]
    : [condition.slice(0, at), condition.slice(at + and.length)].flatMap((part) => conjuncts(part));
}

/** In how many brackets and quotes each sign of a condition stands; a closing one stands outside. */
function depthsOf(condition: string): number[] {
  let brackets = 0;
  let quoted = false;
  return condition.split('').map((sign) => {
    if (sign === "'") quoted = !quoted;
    else if (!quoted && sign === '(') brackets += 1;
    else if (!quoted && sign === ')') brackets -= 1;
    return brackets + (quoted ? 1 : 0);
  });
}
