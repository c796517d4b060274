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
  /** How many rows were read for nothing. */
  readonly passedOverBy: (work: () => Promise<unknown>) => Promise<number>;
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

  async function sumOver(
    options: string,
    work: () => Promise<unknown>,
    of: (plan: Plan) => number,
  ): Promise<number> {
    asked.length = 0;
    await work();
    let sum = 0;
    for (const { sql, parameters } of asked) {
      const { rows } = await owner.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        `explain (${options}) ${sql}`,
        [...parameters],
      );
      const [first] = rows;
      if (first) sum += of(first['QUERY PLAN'][0].Plan);
    }
    return sum;
  }

  return {
    appUrl,
    ownerUrl,
    db,
    owner,
    async pretend(times) {
      await owner.query('analyze');
      for (const table of big)
        await owner.query(
          `select pg_restore_relation_stats('schemaname', 'public', 'relname', relname::text,
             'relpages', relpages, 'reltuples', (reltuples * ${times})::real)
           from pg_class where relname = $1 and relnamespace = 'public'::regnamespace`,
          [table],
        );
    },
    costOf: (work) => sumOver('format json', work, (plan) => plan['Total Cost']),
    passedOverBy: (work) => sumOver('analyze, format json', work, passedOverIn),
    async stop() {
      await db.destroy();
      await owner.end();
      await database.drop();
    },
  };
}

interface Plan {
  readonly Plans?: readonly Plan[];
  readonly 'Total Cost': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
}

const passedOverIn = (plan: Plan): number =>
  plan['Actual Loops'] *
    ((plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0)) +
  (plan.Plans ?? []).reduce((sum, part) => sum + passedOverIn(part), 0);

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
