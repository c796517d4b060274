import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneDatabase, type ClonedDatabase } from '#tests/support/template.ts';
import { keysOfTables } from './reach.ts';

// What must be thought of when an organisation moves into an installation of its own: two databases
// no longer hold together what is unique over all organisations.

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

/** What is unique over all organisations, but for the random id of a record, and what to think of. */
const beyond: Readonly<Record<string, string>> = {
  audit_pkey: 'each installation counts its own rows of the trail',
  audit_order: 'each installation has its own order of transactions',
  outbox_pkey: 'each installation has its own order of transactions',
  bookings_reference: 'sixteen random signs: the same one in two installations is unlikely',
  bookings_ticket_code: 'ninety random bits: a ticket is looked up at the address on its paper',
  bookings_bill_ref: 'a bill belongs to a gateway of one organisation',
  booking_files_file_id_key: 'a file has a random id',
  closed_papers_file_id_key: 'a file has a random id',
  case_files_file_id_key: 'a file has a random id',
  payments_receipt: 'a receipt pays one booking, so installations share no account at a gateway',
  payment_exceptions_dedupe_key: 'a finding names its booking or its organisation',
};

test('what is unique over all organisations is known', async () => {
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
