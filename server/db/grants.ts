import pg from 'pg';
import { correctedFields } from '#contract/booking-corrections.ts';
import { bookingColumns } from './booking-columns.ts';
import { jobSchema } from './queues.ts';

/**
 * The application's usual rights to tables of `public`: rows stay as they were written, and nobody
 * deletes a record.
 */
const usual = 'SELECT, INSERT';

/** Written by triggers and by functions of the owner's alone. */
const readOnly = 'SELECT';

/**
 * Tables of `public` with other rights than the usual ones: columns that change, and rows that are
 * forgotten.
 */
const exceptions: Readonly<Record<string, string>> = {
  // Over when their cause is; the database says since when they stand.
  alarms: 'SELECT, INSERT (name, words), DELETE',
  // Written by triggers, and all but the newest of a place pruned by the owner's function.
  activities: readOnly,
  // Counted, and forgotten after a while.
  breakages: 'SELECT, INSERT, UPDATE (count, accounts, last_seen, spread_at), DELETE',
  breakage_accounts: 'SELECT, INSERT, UPDATE (at), DELETE',
  // Forgotten after some minutes.
  attempts: 'SELECT, INSERT, UPDATE, DELETE',
  // The database gives a row its place in the order.
  audit:
    'SELECT, INSERT (record_type, record_id, number, event, actor_id, actor_role, address, at, before, after, salt, digest, previous_hash, hash)',
  audit_seals: readOnly,
  // A bill that is paid, or too old, is watched no longer.
  bill_checks: 'SELECT, UPDATE (checked_at, next_check_at, answered_at), DELETE',
  booking_offences: 'SELECT, INSERT, UPDATE (mdas_id)',
  booking_search: readOnly,
  // A booking's offences, officer, zone and price stand.
  bookings: `SELECT, INSERT, UPDATE (paid, completed, completed_at, completed_by, bill_ref, bill_gateway, bill_page, bill_asked_at, bill_problem, withdrawn_at, withdrawn_by, withdrawn_reason, version, corrected_at, shown_version, former, due_day, ${correctedFields.map((field) => bookingColumns[field]).join(', ')})`,
  // Changed by a state admin.
  contacts:
    'SELECT, INSERT, UPDATE (name, phone, whatsapp, office, hours, bring, changed_by, changed_at)',
  // Chosen by a state admin.
  language_choices:
    'SELECT, INSERT, UPDATE (offered, shows_unconfirmed, plain_letters, changed_by, changed_at)',
  // Confirmed anew by a speaker.
  translations: 'SELECT, INSERT, UPDATE (many, forms, speaker, changed_by, changed_at)',
  // Given by the database once two people agree, and ended.
  duties: 'SELECT, UPDATE (ended_by, ended_at)',
  // Certified anew, seen, revoked once; forgotten long after its last ticket.
  devices:
    'SELECT, INSERT, UPDATE (session_id, agent, certificate, state, valid_until, last_seen_at, revoked_at, revoked_by, changed_at), DELETE',
  figure_changes: readOnly,
  figure_facts: readOnly,
  figure_mark: readOnly,
  figure_parts: readOnly,
  figures: readOnly,
  former_accounts: readOnly,
  installation: readOnly,
  // Received or given up once.
  coming_files: 'SELECT, INSERT, UPDATE (file_id, given_up_at, given_up_reason, unreadable_at)',
  // People decide later if both are one.
  collision_doubles: 'SELECT, INSERT, UPDATE (verdict, decided_by, decided_at)',
  // A picture that was announced is added.
  collision_vehicles: 'SELECT, INSERT, UPDATE (driver_file, vehicle_file)',
  // Decided once.
  late_records: 'SELECT, INSERT, UPDATE (let_in, decided_by, decided_at, reason)',
  // Changed by a state admin.
  logos: 'SELECT, INSERT, UPDATE (file_id, changed_by, changed_at)',
  // A message is sent once, and its state follows the gateway; reports are forgotten after a while.
  messages:
    'SELECT, INSERT, UPDATE (state, reason, due_at, begun_at, sent_at, troubled_at, recipient, body, template, parts, estimate_kobo, gateway, gateway_id, cost, currency)',
  message_reports: 'SELECT, INSERT, DELETE',
  migrations: readOnly,
  // Decided once.
  mistakes: 'SELECT, INSERT, UPDATE (outcome, answer, decided_by, decided_at)',
  // Taken back.
  opt_outs: 'SELECT, INSERT, DELETE',
  // Settled for a long time.
  notices: 'SELECT, INSERT, UPDATE, DELETE',
  // Decided once; the database puts in force what was confirmed.
  proposals: 'SELECT, INSERT, UPDATE (outcome, decided_by, decided_at, refusal)',
  ticket_rules: readOnly,
  // Done or waived once, by their reasons.
  obligations: 'SELECT, INSERT, UPDATE (state, reason, acted_by, acted_at, waived_by, due_day)',
  // Written by the database once two people agree; its days are moved once.
  holidays: 'SELECT, UPDATE (moved_at)',
  // Answered once; a holiday moves the day for the answer.
  disputes: 'SELECT, INSERT, UPDATE (outcome, answer, answered_by, answered_at, answer_due)',
  dispute_files: 'SELECT, INSERT',
  // Lifted once.
  holds: 'SELECT, INSERT, UPDATE (lifted_by, lifted_at, lift_reason)',
  // Locked once; a ticket leaves a draft, and the court decides once.
  court_batches: 'SELECT, INSERT, UPDATE (locked_by, locked_at)',
  court_cases: 'SELECT, INSERT, DELETE, UPDATE (hearing_day, hearing_place, suit)',
  offence_fees: readOnly,
  outbox: readOnly,
  report_mails: 'SELECT, INSERT, UPDATE (begun_at, done_at, problem)',
  report_schedules:
    'SELECT, INSERT, UPDATE (rhythm, hour, form, recipients, until, sends_nothing, next_at, ended)',
  // Used, or too old.
  password_resets: 'SELECT, INSERT, UPDATE, DELETE',
  // Removed with the factor, or begun anew.
  recovery_codes: 'SELECT, INSERT, UPDATE (used_at, code_hash), DELETE',
  sign_in_steps: 'SELECT, INSERT, UPDATE (tries, used_at, challenge), DELETE',
  totp_keys: 'SELECT, INSERT, UPDATE (secret, confirmed_at, last_step), DELETE',
  passkey_challenges: 'SELECT, INSERT, UPDATE (challenge, expires_at), DELETE',
  passkeys: 'SELECT, INSERT, UPDATE (counter, last_used_at), DELETE',
  // A finding stands, and resolves itself or is settled by two people.
  payment_exceptions: 'SELECT, INSERT, UPDATE (closed_at)',
  published_roots: readOnly,
  // Written by the database once two people agree.
  refunds: readOnly,
  // Its figures are kept when it is proposed.
  report_closings: usual,
  refund_steps: readOnly,
  releases: readOnly,
  // Taken back.
  required_factors: 'SELECT, INSERT, DELETE',
  // Written and pruned by functions of the owner.
  security_events: readOnly,
  revenue_heads: 'SELECT, INSERT, UPDATE',
  saved_views: 'SELECT, INSERT, UPDATE (name, query, shared, removed_at)',
  // Over for a long time.
  sessions: 'SELECT, INSERT, UPDATE, DELETE',
  // Begun, and ended once.
  shifts: 'SELECT, INSERT, UPDATE (ended_at)',
  setup_codes: 'SELECT, INSERT, UPDATE',
  sweeps: 'SELECT, INSERT, UPDATE',
  // Named again, or gone.
  unused_files: 'SELECT, INSERT, DELETE',
  // An account of the demo stays one.
  users:
    'SELECT, INSERT, UPDATE (first_name, last_name, username, email, role, state, zone, phone, picture, active, language, password_hash, own_password, last_active, factor_reset_asked_at)',
  verifications: readOnly,
  waiting_search: readOnly,
};

/** Schemas of the sandbox gateway and of pg-boss, which may delete their own rows. */
const ownRules = ['sandbox', jobSchema];

/** They note what a walk found and which root went out: of the role that walks, where it is another. */
const walkNotes = ['note_verification(bigint,bigint,text[])', 'note_published_root(date)'];

/** Changes whenever the grants must be given again, apart from new tables. */
export const grantRules = JSON.stringify([usual, exceptions, ownRules, walkNotes]);

/**
 * Gives the application's role exactly its rights, inside the caller's transaction. It takes back
 * any other grant of a migration: rights are written down here. Where another role walks the trail,
 * that one reads everything, and it alone notes its walks.
 */
export async function grantRights(
  owner: pg.ClientBase,
  appRole: string,
  auditRole = appRole,
): Promise<void> {
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
  // What two people confirmed is written by a trigger alone.
  const confirmed = await names(
    owner,
    `SELECT relname AS name FROM pg_constraint
       JOIN pg_class ON pg_class.oid = conrelid
       JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
     WHERE contype = 'f' AND confrelid = to_regclass('public.proposals') AND attname = 'id'`,
  );
  const [database = ''] = await names(owner, 'SELECT current_database() AS name');
  const ownersFunctions = await names(
    owner,
    `SELECT oid::regprocedure::text AS name FROM pg_proc
     WHERE pronamespace = 'public'::regnamespace AND prosecdef
       AND prorettype <> 'trigger'::regtype`,
  );
  const statements = [
    // A temporary table could stand before one of `public`.
    `REVOKE TEMPORARY ON DATABASE ${pg.escapeIdentifier(database)} FROM ${role}, PUBLIC`,
    `GRANT USAGE ON SCHEMA public TO ${role}`,
    `GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${role}`,
    ...tables.flatMap((table) => {
      const name = `public.${pg.escapeIdentifier(table)}`;
      return [
        `REVOKE ALL ON ${name} FROM ${role}, PUBLIC`,
        `GRANT ${exceptions[table] ?? (confirmed.includes(table) ? readOnly : usual)} ON ${name} TO ${role}`,
      ];
    }),
    // By default every role of the server may run them, and they do what only their owner may.
    ...ownersFunctions.flatMap((name) => [
      `REVOKE EXECUTE ON FUNCTION ${name} FROM PUBLIC`,
      `GRANT EXECUTE ON FUNCTION ${name} TO ${role}`,
    ]),
    ...(auditRole === appRole
      ? []
      : rightsOfAuditor(role, pg.escapeIdentifier(auditRole), schemas)),
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

/** An auditor reads; of the owner's functions it runs those that change nothing, and the two notes. */
const rightsOfAuditor = (app: string, auditor: string, schemas: readonly string[]): string[] => [
  ...['public', ...ownRules]
    .filter((schema) => schemas.includes(schema))
    .map((schema) => `REVOKE ALL ON ALL TABLES IN SCHEMA ${schema} FROM ${auditor}`),
  `REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA public FROM ${auditor}`,
  `REVOKE CREATE ON SCHEMA public FROM ${auditor}`,
  `GRANT USAGE ON SCHEMA public TO ${auditor}`,
  `GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${auditor}`,
  `DO $$ DECLARE one regprocedure; BEGIN
     FOR one IN SELECT oid FROM pg_proc
       WHERE pronamespace = 'public'::regnamespace AND prosecdef AND provolatile <> 'v'
     LOOP EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO %I', one, ${auditor.replaceAll('"', "'")}); END LOOP;
   END $$`,
  ...walkNotes.flatMap((name) => [
    `REVOKE EXECUTE ON FUNCTION public.${name} FROM ${app}`,
    `GRANT EXECUTE ON FUNCTION public.${name} TO ${auditor}`,
  ]),
];

/** How the rights of the role that walks the trail differ from those that it should have. */
export type AuditorFault = 'there is no such role' | 'may change' | 'lacks rights';

/**
 * What is wrong with the rights of the role that walks the trail beside the application's; undefined
 * where they are as they should be. Anybody may ask.
 */
export async function auditorFault(
  ask: (query: string) => Promise<readonly unknown[]>,
  auditRole: string,
  appRole: string,
): Promise<AuditorFault | undefined> {
  const notes = walkNotes.map((name) => `to_regprocedure('public.${name}')`).join(', ');
  const [standing] = (await ask(`
    with auditor as (select oid from pg_roles where rolname = ${pg.escapeLiteral(auditRole)}),
      app as (select oid from pg_roles where rolname = ${pg.escapeLiteral(appRole)}),
      note as (select unnest(array[${notes}]::oid[]) as oid),
      tables as (
        select pg_class.oid, relnamespace, relowner from pg_class
        where relkind in ('r', 'p', 'v')
          and relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
      ),
      definers as (
        select pg_proc.oid, provolatile from pg_proc
        where pronamespace = 'public'::regnamespace and prosecdef
          and prorettype <> 'trigger'::regtype
      )
    select
      exists (select from app where pg_has_role(auditor.oid, app.oid, 'member'))
        or exists (select from tables
                   where relnamespace = 'public'::regnamespace
                     and pg_has_role(auditor.oid, relowner, 'member'))
        or exists (select from tables
                   where has_any_column_privilege(auditor.oid, tables.oid, 'insert, update')
                     or has_table_privilege(auditor.oid, tables.oid, 'delete, truncate, trigger'))
        or exists (select from definers
                   where provolatile = 'v' and definers.oid not in (select oid from note)
                     and has_function_privilege(auditor.oid, definers.oid, 'execute'))
        or has_schema_privilege(auditor.oid, 'public', 'create') as "mayChange",
      exists (select from note, app where has_function_privilege(app.oid, note.oid, 'execute'))
        or exists (select from note
                   where not has_function_privilege(auditor.oid, note.oid, 'execute'))
        or exists (select from definers
                   where provolatile <> 'v'
                     and not has_function_privilege(auditor.oid, definers.oid, 'execute'))
        or exists (select from tables
                   where relnamespace = 'public'::regnamespace
                     and not has_table_privilege(auditor.oid, tables.oid, 'select'))
        or not has_schema_privilege(auditor.oid, 'public', 'usage') as "lacks"
    from auditor`)) as readonly { readonly mayChange: boolean; readonly lacks: boolean }[];
  if (!standing) return 'there is no such role';
  if (standing.mayChange) return 'may change';
  return standing.lacks ? 'lacks rights' : undefined;
}

/** In a sentence, that and what to do. */
export const noSuchAuditor = (auditRole: string): string =>
  `AUDIT_ROLE is ${auditRole}, a role that PostgreSQL does not have. Create it as docs/operations.md says under “Who checks the trail”, or leave AUDIT_ROLE out.`;

/**
 * True if the application may make temporary tables: a database copied or restored by hand has lost
 * what was taken from everybody.
 */
export async function mayMakeTables(owner: pg.ClientBase, appRole: string): Promise<boolean> {
  const { rows } = await owner.query<{ may: boolean }>(
    `SELECT has_database_privilege($1, current_database(), 'TEMPORARY') AS may`,
    [appRole],
  );
  return rows[0]?.may === true;
}

async function names(owner: pg.ClientBase, query: string): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(query);
  return rows.map((row) => row.name);
}
