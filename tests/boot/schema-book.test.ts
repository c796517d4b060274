import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { catalogueOf } from '#server/db/catalogue.ts';
import { bareDatabase, type ClonedDatabase } from '../support/template.ts';

const before = path.resolve('server/db/migrations');
const now = path.resolve('server/db/schema');
const databases: ClonedDatabase[] = [];
let migrated: pg.Client;
let written: pg.Client;

beforeAll(async () => {
  [migrated, written] = await Promise.all([madeBy(before), madeBy(now)]);
});
afterAll(async () => {
  await Promise.all([migrated.end(), written.end()]);
  for (const database of databases) await database.drop();
});

/** An empty database in which the files of a folder have run, statement by statement or whole. */
async function madeBy(folder: string): Promise<pg.Client> {
  const database = await bareDatabase();
  databases.push(database);
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  for (const name of readdirSync(folder).sort()) {
    const text = readFileSync(path.join(folder, name), 'utf8');
    const statements = text.startsWith('-- Outside a transaction')
      ? text.split(/;\n\s*\n/)
      : [text];
    for (const statement of statements) await client.query(statement);
  }
  return client;
}

/** Comments and spaces of a function's body are no part of what it does. */
const plain = (line: string) => line.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ').trim();

const rowsOf = async (client: pg.Client, query: string) =>
  (await client.query<Record<string, unknown>>(query)).rows;

test('the files of the schema make what all migrations make, but for these names', async () => {
  const [old = [], book = []] = await Promise.all(
    [migrated, written].map(async (client) => (await catalogueOf(client)).map(plain)),
  );
  expect(old.length).toBeGreaterThan(1000);
  const kinds =
    "CHECK ((kind = ANY (ARRAY['booking'::text, 'collision'::text, 'originals'::text, 'history'::text, 'paper'::text, 'dossier'::text, 'known'::text, 'plates'::text, 'bookings'::text, 'collisions'::text, 'export'::text])))";
  expect(old.filter((line) => !book.includes(line))).toEqual([
    'column public.collision_officers.description text t',
    'column public.payment_exceptions.fingerprint text t',
    'column public.payment_exceptions.story text t',
    `constraint public.lookups lookups_kind_check ${kinds} NOT VALID`,
    'index t CREATE UNIQUE INDEX payment_exceptions_fingerprint ON public.payment_exceptions USING btree (fingerprint)',
  ]);
  expect(book.filter((line) => !old.includes(line))).toEqual([
    'column public.collision_officers.type text t',
    'column public.payment_exceptions.dedupe_key text t',
    'column public.payment_exceptions.description text t',
    `constraint public.lookups lookups_kind_check ${kinds}`,
    'index t CREATE UNIQUE INDEX payment_exceptions_dedupe_key ON public.payment_exceptions USING btree (dedupe_key)',
  ]);
});

test('neither gives rights or says comments, and both begin with the same rows', async () => {
  const given = `
    select relname as name, relacl::text as rights from pg_class
    where relnamespace in (select oid from pg_namespace where nspname in ('public', 'sandbox'))
      and relacl is not null
    union all
    select proname, proacl::text from pg_proc
    where pronamespace = 'public'::regnamespace and proacl is not null
    union all
    select 'comment', description from pg_description join pg_class on pg_class.oid = objoid
    where relnamespace = 'public'::regnamespace`;
  const tables = await rowsOf(
    migrated,
    `select oid::regclass::text as name from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
  );
  expect(tables.length).toBeGreaterThan(50);
  for (const client of [migrated, written]) expect(await rowsOf(client, given)).toEqual([]);
  const filled: unknown[] = [];
  for (const { name } of tables) {
    const query = `select * from ${String(name)}`;
    const rows = await rowsOf(migrated, query);
    if (rows.length > 0) filled.push(name);
    if (name !== 'installation') expect(await rowsOf(written, query), query).toEqual(rows);
  }
  expect(await rowsOf(written, 'select length(epoch) as length from installation')).toEqual([
    { length: 32 },
  ]);
  expect(filled).toEqual([
    'counter_watermark',
    'installation',
    'list_watermark',
    'offence_watermark',
    'reconciliation_watermark',
  ]);
});
