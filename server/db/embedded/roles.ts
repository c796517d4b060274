import type pg from 'pg';
import { StartError } from '#server/process/start-error.ts';

export interface Passwords {
  /** PostgreSQL's superuser: makes roles and database, nothing else. */
  readonly admin: string;
  readonly owner: string;
  readonly app: string;
}

/** Makes the two roles and the database where they are missing. */
export async function prepareRoles(admin: pg.Client, passwords: Passwords): Promise<void> {
  const { rows } = await admin.query<{ owner: boolean; app: boolean; database: boolean }>(`
    SELECT to_regrole('hanya_owner') IS NOT NULL AS owner,
           to_regrole('hanya_app') IS NOT NULL AS app,
           EXISTS (SELECT FROM pg_database WHERE datname = 'hanya') AS database`);
  const [has] = rows;
  if (!has?.owner) {
    const password = admin.escapeLiteral(passwords.owner);
    await admin.query(`CREATE ROLE hanya_owner LOGIN CREATEDB CREATEROLE PASSWORD ${password}`);
  }
  if (!has?.app) {
    const password = admin.escapeLiteral(passwords.app);
    await admin.query(`CREATE ROLE hanya_app LOGIN PASSWORD ${password}`);
  }
  if (!has?.database) await admin.query('CREATE DATABASE hanya OWNER hanya_owner');
}

/** Throws `StartError` unless a committed change survives a power cut. */
export async function requireDurability(admin: pg.Client): Promise<void> {
  const { rows } = await admin.query<{ name: string; setting: string }>(`
    SELECT name, setting FROM pg_settings
    WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit') AND setting <> 'on'`);
  const [loose] = rows;
  if (!loose) return;
  throw new StartError(
    `The database has ${loose.name}=${loose.setting}, so a power cut could lose bookings: set it to on in postgresql.conf or postgresql.auto.conf.`,
  );
}
