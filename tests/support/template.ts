import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

export interface ClonedDatabase {
  readonly ownerUrl: string;
  readonly appUrl: string;
  /** Removes the clone, disconnecting whoever still uses it. */
  drop(): Promise<void>;
}

/** A database of the test's own: migrated, with the application's rights given, and empty. */
export async function cloneDatabase(): Promise<ClonedDatabase> {
  const clone = await createDatabase('hanya');
  // A copy has everything but what was taken from the database itself.
  const name = new URL(clone.ownerUrl).pathname.slice(1);
  await run(clone.ownerUrl, `REVOKE TEMPORARY ON DATABASE ${name} FROM PUBLIC`);
  return clone;
}

/** A database of the test's own that was never migrated. */
export const bareDatabase = (): Promise<ClonedDatabase> => createDatabase('template0');

async function createDatabase(template: string): Promise<ClonedDatabase> {
  const { ownerUrl, appUrl } = inject('database');
  const name = `clone_${randomBytes(8).toString('hex')}`;
  // CREATE DATABASE refuses a template with connections, so this goes through another database.
  const server = withDatabase(ownerUrl, 'postgres');
  await run(server, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  return {
    ownerUrl: withDatabase(ownerUrl, name),
    appUrl: withDatabase(appUrl, name),
    drop: () => drop(server, name),
  };
}

function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Without FORCE first: only that stops an autovacuum worker, which we may not terminate. */
async function drop(server: string, name: string): Promise<void> {
  const statement = `DROP DATABASE IF EXISTS ${name}`;
  await run(server, statement).catch(() => run(server, `${statement} WITH (FORCE)`));
}
