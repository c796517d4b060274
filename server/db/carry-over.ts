import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { StartError } from '#server/process/start-error.ts';
import { inPatientTransaction, note, reasonOf } from './apply-migration.ts';
import { fingerprintOf } from './catalogue.ts';
import { type Applied, digest, schemaFiles } from './migration-files.ts';

/**
 * Before the files of `schema`, numbered migrations made the database. The lists of two versions are
 * continued: what stands for each list, and for the catalogue that it makes.
 */
const lists: ReadonlyMap<string, string> = new Map([
  [
    'af443466d1b8cfd5ac8fb017c9c71f5c8673c6ca16380164823e6dde3df56534',
    'cafb21d0e663bd1b45425c9bcaeb4243043bcb9ac5b7b0f2f1ee9b9329866795',
  ],
  [
    '6dd011f0886d9b9fea656062e6497f0ac6a11bca4d7b3f999dd20d7f248843ce',
    '1286e5acfba97c2e0e47300edfca5cb0efb65eed28edf91659db101f20994f10',
  ],
]);

/** Columns that were called otherwise before, by table. */
const renamed: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  collision_officers: { description: 'type' },
  payment_exceptions: { fingerprint: 'dedupe_key', story: 'description' },
};

export const isOfBefore = ({ name }: Applied): boolean => /^\d{4}_/.test(name);

const listOf = (applied: readonly Applied[]): string =>
  digest(applied.map(({ name, checksum }) => `${name} ${checksum}\n`).join(''));

/** True if these are all migrations of a version that this one continues. */
export const isContinued = (applied: readonly Applied[]): boolean => lists.has(listOf(applied));

/** What a column of before is called now. */
export const nameToday = (table: string, column: string): string =>
  renamed[table]?.[column] ?? column;

const sqlOf = (name: string): string =>
  readFileSync(join(import.meta.dirname, 'before', name), 'utf8');

/** Puts rows right that were read back from a backup of before. */
export async function continueRows(owner: pg.ClientBase): Promise<void> {
  await owner.query(sqlOf('rows.sql'));
}

/**
 * Makes a database of before one of the schema's files, in one transaction, in which old servers
 * can't go on. Throws `StartError` unless it has all migrations of a version that this one continues,
 * and exactly what these make.
 */
export async function carryOver(
  owner: pg.Client,
  applied: readonly Applied[],
  patienceMs: number,
): Promise<void> {
  const catalogue = lists.get(listOf(applied));
  if (catalogue === undefined)
    throw new StartError(
      `The database was left at ${applied.at(-1)?.name ?? ''} by a version of Hanya that this one doesn't continue: start the latest version before this one on it first.`,
    );
  if ((await fingerprintOf(owner)) !== catalogue)
    throw new StartError(
      `The tables of the database are not as its migrations made them, so that they can't be brought to this version: undo what was changed by hand.`,
    );
  const schema = schemaFiles();
  try {
    await inPatientTransaction(owner, patienceMs, async () => {
      for (const [table, columns] of Object.entries(renamed))
        for (const [before, now] of Object.entries(columns))
          await owner.query(`alter table ${table} rename column ${before} to ${now}`);
      await owner.query(sqlOf('shape.sql'));
      // The first file holds functions that a restore wrote anew.
      for (const { sql } of schema.slice(1)) await owner.query(sql);
      await continueRows(owner);
      await owner.query(`delete from migrations where name like '%.sql'`);
      for (const file of schema) await note(owner, file);
    });
  } catch (error) {
    throw new StartError(
      `The database can't be brought to this version, and was left as it was: ${reasonOf(error)}.`,
      { cause: error },
    );
  }
}
