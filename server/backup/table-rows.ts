import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { jobSchema } from '#server/db/queues.ts';
import { hasCode } from '#server/process/data-folder.ts';
import type { Decryption, Encryption } from '#server/process/encryption.ts';
import { StartError } from '#server/process/start-error.ts';
import { measure, nowhere, type StoredTable } from './backup-folder.ts';

/** A table whose rows are kept, and how its rows are ordered. */
export interface KeptTable {
  readonly schema: string;
  readonly name: string;
  /** Those that are written; the database computes the others. */
  readonly columns: readonly string[];
  readonly key: readonly string[];
}

/** The jobs that aren't done; every start makes their tables and queues. */
const jobs = { schema: jobSchema, name: 'job', where: `where state < 'completed'` } as const;

/** The same text for the same rows, whatever the server and its settings. */
export const plainText = `
  set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres';
  set local extra_float_digits = 1; set local bytea_output = 'hex'; set local client_encoding = 'UTF8';
  set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`;

/** All tables of the product in an order in which none refers to a later one. */
export async function keptTables(client: pg.ClientBase): Promise<KeptTable[]> {
  const { rows } = await client.query<KeptTable & { refersTo: string[] }>(
    `select nspname as schema, relname as name,
       array(select attname::text from pg_attribute
             where attrelid = pg_class.oid and attnum > 0 and not attisdropped
               and attgenerated = '' order by attnum) as columns,
       array(select attname::text from pg_index, unnest(indkey) with ordinality as part (number, at)
             join pg_attribute on attnum = part.number
             where indrelid = pg_class.oid and indisprimary and attrelid = pg_class.oid
             order by at) as key,
       array(select confrelid::regclass::text from pg_constraint
             where conrelid = pg_class.oid and contype = 'f' and confrelid <> conrelid)
         as "refersTo"
     from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where (nspname in ('public', 'sandbox') and relkind in ('r', 'p') and not relispartition
            and relname not in ('migrations', 'releases')) or (nspname = $1 and relname = $2)
     order by nspname, relname`,
    [jobs.schema, jobs.name],
  );
  const ordered: typeof rows = [];
  const isIn = (name: string) =>
    ordered.some((table) => [table.name, `${table.schema}.${table.name}`].includes(name));
  while (ordered.length < rows.length) {
    const next = rows.find(
      (table) => !ordered.includes(table) && (isJobs(table) || table.refersTo.every(isIn)),
    );
    if (!next) throw new Error('Tables refer to one another in a circle.');
    ordered.push(next);
  }
  return ordered.map(({ schema, name, columns, key }) => ({ schema, name, columns, key }));
}

export const isJobs = ({ schema }: Pick<KeptTable, 'schema'>): boolean => schema === jobs.schema;

export const nameInSql = ({ schema, name }: Pick<KeptTable, 'schema' | 'name'>): string =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;

const listed = (columns: readonly string[]): string =>
  columns.map((column) => pg.escapeIdentifier(column)).join(', ');

function rowsOf(client: pg.ClientBase, table: KeptTable) {
  return client.query(
    copyTo(
      `copy (select ${listed(table.columns)} from ${nameInSql(table)}
             ${isJobs(table) ? jobs.where : ''} order by ${listed(table.key)}) to stdout`,
    ),
  );
}

/**
 * Writes the rows of a table into `folder`, packed and perhaps encrypted; `client` is in the
 * backup's transaction.
 */
export async function writeRows(
  client: pg.ClientBase,
  table: KeptTable,
  folder: string,
  { pass, ending }: Encryption,
): Promise<StoredTable> {
  const { schema, name, columns } = table;
  const file = `${schema}.${name}.copy.gz${ending}`;
  const rows = measure();
  const packed = measure();
  await pipeline(
    rowsOf(client, table),
    rows.stream,
    createGzip({ level: 1 }),
    pass,
    packed.stream,
    createWriteStream(join(folder, file), { mode: 0o600, flush: true }),
  );
  return {
    schema,
    name,
    columns: [...columns],
    rows: rows.lines(),
    rowsSha256: rows.hash.digest('hex'),
    file,
    fileSha256: packed.hash.digest('hex'),
  };
}

/**
 * Reads the rows of a table back. Throws `StartError` that names the file when it isn't the one that
 * was written, or doesn't fit into the table.
 */
export async function readRows(
  client: pg.ClientBase,
  stored: StoredTable,
  folder: string,
  decrypt: Decryption,
): Promise<void> {
  const path = join(folder, stored.file);
  const rows = measure();
  const packed = measure();
  try {
    const into = client.query(
      copyFrom(`copy ${nameInSql(stored)} (${listed(stored.columns)}) from stdin`),
    );
    await pipeline(
      createReadStream(path),
      packed.stream,
      decrypt(path),
      createGunzip(),
      rows.stream,
      into,
    );
  } catch (error) {
    throw notRead(path, error);
  }
  if (packed.hash.digest('hex') !== stored.fileSha256) throw damaged(path, 'its hash is another');
  if (rows.lines() !== stored.rows || rows.hash.digest('hex') !== stored.rowsSha256)
    throw damaged(path, 'its rows are not the ones of the manifest');
}

/** Throws `StartError` unless the table holds exactly the rows that were written. */
export async function compareRows(
  client: pg.ClientBase,
  table: KeptTable,
  stored: StoredTable,
): Promise<void> {
  const rows = measure();
  await pipeline(rowsOf(client, { ...table, columns: stored.columns }), rows.stream, nowhere());
  const found = rows.lines();
  if (found === stored.rows && rows.hash.digest('hex') === stored.rowsSha256) return;
  throw new StartError(
    `The table ${stored.schema}.${stored.name} failed its check. It has ${found} rows instead of ${stored.rows}, or different rows.`,
  );
}

/** A server without room or memory, or one that went away, says nothing of the file (classes of SQLSTATE). */
const ofServer = /^(?:08|53|57|58)/;

/** The reason why the rows of a file could not be read into their table. */
export function notRead(path: string, error: unknown): StartError {
  if (error instanceof StartError) return error;
  if (hasCode(error, 'ENOENT')) return new StartError(`${path} is missing.`);
  const reason = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return ofServer.test(code)
    ? new StartError(`The database could not store the rows of ${path}: ${reason}.`, {
        cause: error,
      })
    : damaged(path, reason);
}

function damaged(path: string, reason: string): StartError {
  return new StartError(`${path} is damaged: ${reason}.`);
}
