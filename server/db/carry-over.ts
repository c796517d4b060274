import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { StartError } from '#server/process/start-error.ts';
import { inRetriedTransaction, reasonOf, recordApplied } from './apply-migration.ts';
import { fingerprintOf } from './catalogue.ts';
import { type Applied, digest, schemaFiles } from './migration-files.ts';

/**
 * Before the files of `schema`, numbered migrations made the database. Those of two versions are
 * known: the digest of their names and checksums, and the fingerprint of the catalogue they make.
 */
const catalogueByMigrations: ReadonlyMap<string, string> = new Map([
  [
    'af443466d1b8cfd5ac8fb017c9c71f5c8673c6ca16380164823e6dde3df56534',
    'cafb21d0e663bd1b45425c9bcaeb4243043bcb9ac5b7b0f2f1ee9b9329866795',
  ],
  [
    '6dd011f0886d9b9fea656062e6497f0ac6a11bca4d7b3f999dd20d7f248843ce',
    '1286e5acfba97c2e0e47300edfca5cb0efb65eed28edf91659db101f20994f10',
  ],
]);

/** Columns that numbered migrations called otherwise, by table. */
const renamed: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  collision_officers: { description: 'type' },
  payment_exceptions: { fingerprint: 'dedupe_key', story: 'description' },
};

export const isNumberedMigration = ({ name }: Applied): boolean => /^\d{4}_/.test(name);

const digestOfMigrations = (applied: readonly Applied[]): string =>
  digest(applied.map(({ name, checksum }) => `${name} ${checksum}\n`).join(''));

/** True if these are all numbered migrations of a known version. */
export const areKnownMigrations = (applied: readonly Applied[]): boolean =>
  catalogueByMigrations.has(digestOfMigrations(applied));

/** Today's name of a column in a database of numbered migrations. */
export const nameToday = (table: string, column: string): string =>
  renamed[table]?.[column] ?? column;

const sqlOf = (name: string): string =>
  readFileSync(join(import.meta.dirname, 'before', name), 'utf8');

/**
 * A restore leaves these empty: figures are counted anew, and a new epoch has no events in the
 * outbox.
 */
export const tablesNotRestored: readonly string[] = ['figures', 'figure_mark', 'outbox'];

/** Corrects rows of a database or backup of numbered migrations, once they are in today's tables. */
export async function correctOldRows(owner: pg.ClientBase): Promise<void> {
  await owner.query(sqlOf('rows.sql'));
}

/**
 * Turns a database of numbered migrations into one of the schema's files, in one transaction. Servers
 * of the old version fail afterwards. Throws `StartError` unless it has all migrations of a known
 * version, and exactly the catalogue that these make.
 */
export async function carryOver(
  owner: pg.Client,
  applied: readonly Applied[],
  patienceMs: number,
): Promise<void> {
  const catalogue = catalogueByMigrations.get(digestOfMigrations(applied));
  if (catalogue === undefined)
    throw new StartError(
      `The database was left at ${applied.at(-1)?.name ?? ''} by a version of Hanya that this one doesn't continue: start the version released just before this one on it, then this one.`,
    );
  if ((await fingerprintOf(owner)) !== catalogue)
    throw new StartError(
      `The tables of the database are not as its migrations made them, so that they can't be brought to this version: undo what was changed by hand.`,
    );
  const schema = schemaFiles();
  try {
    await inRetriedTransaction(owner, patienceMs, async () => {
      for (const [table, columns] of Object.entries(renamed))
        for (const [before, now] of Object.entries(columns))
          await owner.query(`alter table ${table} rename column ${before} to ${now}`);
      await owner.query(sqlOf('shape.sql'));
      // The first file would overwrite the transaction-number functions that a restore has written.
      for (const { sql } of schema.slice(1)) await owner.query(sql);
      await correctOldRows(owner);
      await owner.query(`delete from migrations where name like '%.sql'`);
      for (const file of schema) await recordApplied(owner, file);
    });
  } catch (error) {
    throw new StartError(
      `The database can't be brought to this version, and was left as it was: ${reasonOf(error)}.`,
      { cause: error },
    );
  }
}
