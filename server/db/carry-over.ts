import type pg from 'pg';
import { StartError } from '#server/process/start-error.ts';
import { inRetriedTransaction, reasonOf, recordApplied } from './apply-migration.ts';
import { fingerprintOf } from './catalogue.ts';
import { type Applied, digest, schemaFiles } from './migration-files.ts';

/**
 * One older version is continued. It had fifteen files of the schema and migrations that were named
 * by days. Its tables differ from today's in the order of columns, and in `toDo`.
 */
const continued = {
  last: '2026-12-16-holds.sql',
  /** The digest of names and checksums of its files. */
  files: '9d1898449d4a8b33d27846b3a7466af5126591beef65077613ea66674ff370b5',
  /** The fingerprint of the catalogue that they make. */
  catalogue: '7ce2f757bcafaab44efb3ff2eb8eea14fcd2cb71d70f377cc6b1680eec4f1c23',
  /** Its check of signatures held for new rows alone. */
  toDo: 'alter table bookings validate constraint known_signature',
} as const;

/** True for a file that only older versions had. Every one of them had such a file. */
export const isOfOlderVersion = ({ name }: Applied): boolean =>
  name === '04-bookings.sql' || /^\d{4}(?:_|-\d\d-\d\d-)/.test(name);

/** True if these are the files of the older version that is continued. */
export const areContinued = (applied: readonly Applied[]): boolean =>
  digest(applied.map(({ name, checksum }) => `${name} ${checksum}\n`).join('')) === continued.files;

/**
 * Makes a database of the older version one of today's schema, in one transaction. Throws
 * `StartError` unless it has had all files of that version, and has exactly the catalogue that these
 * make; the database is then as it was.
 */
export async function carryOver(
  owner: pg.Client,
  applied: readonly Applied[],
  patienceMs: number,
): Promise<void> {
  if (!areContinued(applied))
    throw new StartError(
      `The last migration of this database is ${applied.at(-1)?.name ?? ''}, and this version of Hanya cannot upgrade from there. Start the version whose last migration is ${continued.last} with this database, then start this version.`,
    );
  if ((await fingerprintOf(owner)) !== continued.catalogue)
    throw new StartError(
      `The database’s tables are not as its migrations made them, so Hanya cannot upgrade them. Undo what was changed by hand.`,
    );
  try {
    await inRetriedTransaction(owner, patienceMs, async () => {
      await owner.query(`delete from migrations where name like '%.sql'`);
      for (const file of schemaFiles()) await recordApplied(owner, file);
      await owner.query(continued.toDo);
    });
  } catch (error) {
    throw new StartError(
      `The database cannot be upgraded to this version, and was left as it was: ${reasonOf(error)}.`,
      { cause: error },
    );
  }
}
