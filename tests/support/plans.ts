import { Kysely, type LogEvent, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Role } from '#contract/roles.ts';
import { columnTypes, type Database } from '#server/db/database.ts';
import type { Caller, Scope } from '#server/http/caller.ts';
import { cloneDatabase } from './template.ts';

/** A database that says how it would read if its tables were larger. */
export interface Plans {
  readonly appUrl: string;
  readonly ownerUrl: string;
  /** As the application. */
  readonly db: Database;
  readonly owner: pg.Client;
  /** Tells PostgreSQL that the big tables hold so many times the rows that they have. */
  readonly pretend: (times: number) => Promise<void>;
  /** What PostgreSQL expects the queries to cost. */
  readonly costOf: (work: () => Promise<unknown>) => Promise<number>;
  /** How many rows of records were read for nothing. */
  readonly passedOverBy: (work: () => Promise<unknown>) => Promise<number>;
  /** How many rows of a table were read. */
  readonly readOf: (table: string, work: () => Promise<unknown>) => Promise<number>;
  readonly stop: () => Promise<void>;
}

export async function openPlans(big: readonly string[]): Promise<Plans> {
  const database = await cloneDatabase();
  const { appUrl, ownerUrl } = database;
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  const pool = new pg.Pool({ connectionString: appUrl, max: 2, types: columnTypes });
  const asked: { sql: string; parameters: readonly unknown[] }[] = [];
  const log = ({ query }: LogEvent) => {
    asked.push({ sql: query.sql, parameters: query.parameters });
  };
  const db: Database = new Kysely({ dialect: new PostgresDialect({ pool }), log });

  async function explained(how: string, work: () => Promise<unknown>): Promise<Plan[]> {
    asked.length = 0;
    await work();
    const plans: Plan[] = [];
    for (const { sql, parameters } of asked) {
      const { rows } = await owner.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        `explain (${how}) ${sql}`,
        [...parameters],
      );
      plans.push(...rows.map((row) => row['QUERY PLAN'][0].Plan));
    }
    return plans;
  }

  const rowsIn = async (rowsOf: (plan: Plan) => number, work: () => Promise<unknown>) =>
    sum((await explained('analyze, format json', work)).map((plan) => inAllOf(plan, rowsOf)));

  return {
    appUrl,
    ownerUrl,
    db,
    owner,
    pretend: (times) => pretendThat(owner, big, times),
    costOf: async (work) =>
      sum((await explained('format json', work)).map((plan) => plan['Total Cost'])),
    passedOverBy: (work) => rowsIn(passedOver, work),
    readOf: (table, work) =>
      rowsIn(
        (plan) => (plan['Relation Name'] === table ? plan['Actual Rows'] + passedOver(plan) : 0),
        work,
      ),
    async stop() {
      await db.destroy();
      await owner.end();
      await database.drop();
    },
  };
}

const sampled = new WeakSet<pg.Client>();

/**
 * Tells PostgreSQL that these tables hold so many times the rows that they have. The others are known
 * from a sample, which is drawn once, so that costs can be compared.
 */
export async function pretendThat(
  owner: pg.Client,
  tables: readonly string[],
  times: number,
): Promise<void> {
  // Autovacuum would find out how many there are.
  for (const table of tables)
    await owner.query(`alter table ${table} set (autovacuum_enabled = false)`);
  await owner.query(`analyze ${sampled.has(owner) ? tables.join(', ') : ''}`);
  sampled.add(owner);
  await owner.query(
    `select pg_restore_relation_stats('schemaname', 'public', 'relname', relname::text,
       'relpages', relpages, 'reltuples', (reltuples * $1)::real)
     from pg_class where relname = any($2) and relnamespace = 'public'::regnamespace`,
    [times, tables],
  );
}

interface Plan {
  readonly Plans?: readonly Plan[];
  readonly 'Total Cost': number;
  readonly 'Actual Loops': number;
  readonly 'Actual Rows': number;
  readonly 'Relation Name'?: string;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
}

/** Without the accounts: they are few, and don't grow with what is booked. */
const passedOver = (plan: Plan): number =>
  plan['Relation Name'] === 'users'
    ? 0
    : (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0);

/** What is said of each loop of a plan's parts, for all of them. */
const inAllOf = (plan: Plan, rowsOf: (plan: Plan) => number): number =>
  plan['Actual Loops'] * rowsOf(plan) +
  sum((plan.Plans ?? []).map((part) => inAllOf(part, rowsOf)));

const sum = (numbers: readonly number[]): number =>
  numbers.reduce((all, number) => all + number, 0);

const callerIn = (role: Role, scope: Scope): Caller => ({
  userId: 'officer-7',
  sessionId: null,
  role,
  name: 'Officer 7',
  state: 'Kaduna',
  scope,
  demo: false,
  lacksFactor: false,
});

/** Those whose lists are planned differently. */
export const callers = {
  'a zonal head': callerIn('zonal head', {
    organisation: 'Kaduna',
    zone: 'Zaria',
    demo: 'excluded',
  }),
  'a state admin': callerIn('state admin', {
    organisation: 'Kaduna',
    zone: null,
    demo: 'excluded',
  }),
  'somebody who sees all organisations': callerIn('state admin', {
    organisation: null,
    zone: null,
    demo: 'excluded',
  }),
};

/** Of thousands in other zones, and hundreds in the caller's own. */
export const few = 10;
