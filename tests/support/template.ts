import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { disconnectFrom, runOn } from './one-connection.ts';

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
  await runOn(serverUrl(), `REVOKE TEMPORARY ON DATABASE ${name} FROM PUBLIC`);
  return clone;
}

/** A database of the test's own that was never migrated. */
export const bareDatabase = (): Promise<ClonedDatabase> => createDatabase('template0');

async function createDatabase(template: string): Promise<ClonedDatabase> {
  const urls = inject('database');
  const name = `clone_${randomBytes(8).toString('hex')}`;
  // Copied as files it takes half as long as by way of the log.
  await runOn(serverUrl(), `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  const ownerUrl = withDatabase(urls.ownerUrl, name);
  return {
    ownerUrl,
    appUrl: withDatabase(urls.appUrl, name),
    async drop() {
      await disconnectFrom(ownerUrl);
      await drop(name);
    },
  };
}

/** CREATE DATABASE refuses a template with connections, so this goes through another database. */
const serverUrl = (): string => withDatabase(inject('database').ownerUrl, 'postgres');

function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

/** Without FORCE first: only that stops an autovacuum worker, which we may not terminate. */
async function drop(name: string): Promise<void> {
  const statement = `DROP DATABASE IF EXISTS ${name}`;
  await runOn(serverUrl(), statement).catch(() => runOn(serverUrl(), `${statement} WITH (FORCE)`));
}
