import pg from 'pg';
import { jobSchema } from './queues.ts';

/** The application's usual rights to tables of `public`: no DELETE, as nobody deletes a record. */
const usual = 'SELECT, INSERT, UPDATE';

/** Tables of `public` with other rights than the usual ones. */
const exceptions: Readonly<Record<string, string>> = {
  // All but the newest of a place are deleted.
  activities: 'SELECT, INSERT, UPDATE, DELETE',
  // Forgotten after some minutes.
  attempts: 'SELECT, INSERT, UPDATE, DELETE',
  audit: 'SELECT, INSERT',
  audit_seals: 'SELECT, INSERT',
  // A bill that is paid, or too old, is watched no longer.
  bill_checks: 'SELECT, INSERT, UPDATE, DELETE',
  // Written by triggers alone.
  booking_search: 'SELECT',
  counter_watermark: 'SELECT, UPDATE',
  installation: 'SELECT',
  // Written by triggers; deleted when folded and more than a day old.
  list_changes: 'SELECT, DELETE',
  list_watermark: 'SELECT, UPDATE',
  migrations: 'SELECT',
  // Settled for a long time.
  notices: 'SELECT, INSERT, UPDATE, DELETE',
  // Written by triggers; deleted when folded.
  offence_changes: 'SELECT, DELETE',
  // Days that no chart draws any more are deleted.
  offence_counters: 'SELECT, INSERT, UPDATE, DELETE',
  offence_watermark: 'SELECT, UPDATE',
  // Events more than a day old are deleted.
  outbox: 'SELECT, INSERT, DELETE',
  // Used, or too old.
  password_resets: 'SELECT, INSERT, UPDATE, DELETE',
  // Over for a long time.
  sessions: 'SELECT, INSERT, UPDATE, DELETE',
  statement_lines: 'SELECT, INSERT',
  statements: 'SELECT, INSERT',
};

/** Schemas of the sandbox gateway and of pg-boss, which may delete their own rows. */
const ownRules = ['sandbox', jobSchema];

/** Changes whenever the grants must be given again, apart from new tables. */
export const grantRules = JSON.stringify([usual, exceptions, ownRules]);

/**
 * Gives the application's role exactly its rights, inside the caller's transaction. A grant that a
 * migration made to that role on a table of `public` is taken back: rights are written down here.
 */
export async function grantRights(owner: pg.ClientBase, appRole: string): Promise<void> {
  const role = pg.escapeIdentifier(appRole);
  const schemas = await names(owner, `SELECT nspname AS name FROM pg_namespace`);
  const tables = await names(
    owner,
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v')
       AND NOT EXISTS (SELECT FROM pg_depend
                       WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid
                         AND deptype = 'e')`,
  );
  const statements = [
    `GRANT USAGE ON SCHEMA public TO ${role}`,
    `GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${role}`,
    ...tables.flatMap((table) => {
      const name = `public.${pg.escapeIdentifier(table)}`;
      return [
        `REVOKE ALL ON ${name} FROM ${role}, PUBLIC`,
        `GRANT ${exceptions[table] ?? usual} ON ${name} TO ${role}`,
      ];
    }),
    ...ownRules.flatMap((schema) =>
      schemas.includes(schema)
        ? [
            `GRANT USAGE ON SCHEMA ${schema} TO ${role}`,
            `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${role}`,
            `GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${schema} TO ${role}`,
          ]
        : [],
    ),
  ];
  await owner.query(statements.join(';\n'));
}

async function names(owner: pg.ClientBase, query: string): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(query);
  return rows.map((row) => row.name);
}
