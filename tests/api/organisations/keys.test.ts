import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneDatabase, type ClonedDatabase } from '#tests/support/template.ts';
import { keysOfTables } from './reach.ts';

// What belongs where once the tables are distributed by organisation, and what would have to change
// in their keys: a machine can hold together what is unique only within its own organisations.

let database: ClonedDatabase;
let owner: pg.Client;

beforeAll(async () => {
  database = await cloneDatabase();
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});

/** A copy on every machine: small, seldom changed, asked for with every record. */
const references = [
  ...['users', 'former_accounts', 'devices', 'passkeys', 'totp_keys', 'recovery_codes'],
  ...['required_factors', 'saved_views', 'offence_fees', 'revenue_heads', 'files', 'originals'],
];

/** On the machine that is connected to: nobody's records, or the work of one machine. */
const local = [
  ...['sessions', 'sign_in_steps', 'setup_codes', 'password_resets', 'passkey_challenges'],
  ...['attempts', 'lookups', 'security_events', 'alarms', 'notices', 'sweeps', 'installation'],
  ...['counter_watermark', 'list_watermark', 'offence_watermark', 'audit_seals'],
  'reconciliation_watermark',
  ...['published_roots', 'verifications', 'erasure_marks', 'unused_files', 'migrations'],
];

test('every table has its place: by organisation, on every machine, or on one', async () => {
  const { rows } = await owner.query<{ name: string }>(
    `select relname as name from pg_class
     where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`,
  );
  const placed = [...Object.keys(keysOfTables), ...references, ...local];
  expect(new Set(placed).size).toBe(placed.length);
  expect(rows.map(({ name }) => name).sort()).toEqual(placed.sort());
});

/**
 * What is unique over all organisations today. A record's own key, a random id, becomes one of
 * organisation and id, which says no less; `beyond` says what of the others then holds no more.
 */
const beyond: Readonly<Record<string, string>> = {
  audit_pkey: 'the number of an audit row is counted on each machine',
  audit_order: 'so is the transaction',
  outbox_pkey: 'so is the transaction',
  list_changes_pkey: 'so is the transaction',
  offence_changes_pkey: 'so is the transaction',
  bookings_reference: 'sixteen random signs, unique within an organisation',
  bookings_ticket_code:
    'ninety random bits, unique within an organisation; found over all machines',
  bookings_bill_ref: 'a bill belongs to a gateway of one organisation',
  payments_receipt:
    'a receipt pays one booking: of another organisation it must be asked for first',
  payment_exceptions_fingerprint:
    'the same finding twice: it names its booking or its organisation',
};

test('every key of a distributed table names its record, its organisation, or says what is lost', async () => {
  const tables = Object.keys(keysOfTables);
  const { rows } = await owner.query<{ name: string; table: string; columns: string[] }>(
    `select i.relname as name, t.relname as table,
       (select array_agg(a.attname::text order by a.attnum) from pg_attribute as a
        where a.attrelid = i.oid) as columns
     from pg_index
       join pg_class as i on i.oid = indexrelid
       join pg_class as t on t.oid = indrelid
     where indisunique and t.relnamespace = 'public'::regnamespace and t.relname = any($1)`,
    [tables],
  );
  expect(rows.length).toBeGreaterThan(tables.length - 1);
  const wanting = rows.filter(
    ({ table, columns }) =>
      !columns.includes('organisation') &&
      !columns.some((column) => column === 'id' || keysOfTables[table]?.includes(column)),
  );
  const byNumber = rows.filter(({ name }) => name === 'audit_pkey' || name === 'audit_order');
  expect(new Set([...wanting, ...byNumber].map(({ name }) => name))).toEqual(
    new Set(Object.keys(beyond)),
  );
});

test('a distributed record refers to records of its own organisation, or to what every machine has', async () => {
  const { rows } = await owner.query<{ from: string; to: string; columns: string[] }>(
    `select f.relname as from, t.relname as to,
       (select array_agg(a.attname::text) from pg_attribute as a
        where a.attrelid = f.oid and a.attnum = any(conkey)) as columns
     from pg_constraint
       join pg_class as f on f.oid = conrelid
       join pg_class as t on t.oid = confrelid
     where contype = 'f' and f.relname = any($1)`,
    [Object.keys(keysOfTables)],
  );
  expect(rows.length).toBeGreaterThan(10);
  for (const { from, to, columns } of rows)
    expect(
      references.includes(to) || columns.every((column) => keysOfTables[from]?.includes(column)),
      `${from} (${columns.join(', ')}) refers to ${to}`,
    ).toBe(true);
  for (const to of references) expect(rows.filter(({ from }) => from === to)).toEqual([]);
});
