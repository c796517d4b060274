import type pg from 'pg';
import { isOlder, type Release } from '#server/process/release.ts';
import { StartError } from '#server/process/start-error.ts';
import type { Applied, Migration } from './migration-files.ts';

/** The newest version that has migrated a database; undefined where none has written itself down. */
export async function newestRelease(client: pg.ClientBase): Promise<Release | undefined> {
  const { rows } = await client.query<Release>(
    'SELECT version, oldest_beside AS "oldestBeside" FROM releases',
  );
  return newestOf(rows);
}

export const newestOf = (releases: readonly Release[]): Release | undefined =>
  releases.toSorted((one, other) => (isOlder(one.version, other.version) ? -1 : 1)).at(-1);

/**
 * True if the database was migrated by a newer version that this one may serve beside; it must then
 * be left as it is. Throws `StartError` where this version is too old for it.
 */
export function isLeftAlone(
  newest: Release | undefined,
  own: Release,
  migrations: readonly Migration[],
  applied: readonly Applied[],
): boolean {
  if (!newest || !isOlder(own.version, newest.version)) return false;
  if (isOlder(own.version, newest.oldestBeside))
    throw new StartError(
      `This is Hanya ${own.version}. The database was set up by Hanya ${newest.version}, and works only with ${newest.oldestBeside} or later. Install ${newest.version}, then run hanya switch ${newest.version}.`,
    );
  const had = new Set(applied.map(({ name, checksum }) => `${name} ${checksum}`));
  const missing = migrations.find(({ name, checksum }) => !had.has(`${name} ${checksum}`));
  if (missing)
    throw new StartError(
      `The database was set up by Hanya ${newest.version}, but lacks the migration ${missing.name} of this version, ${own.version}.`,
    );
  return true;
}

export async function recordRelease(
  owner: pg.ClientBase,
  { version, oldestBeside }: Release,
): Promise<void> {
  await owner.query(
    `INSERT INTO releases (version, oldest_beside) VALUES ($1, $2)
     ON CONFLICT (version) DO UPDATE SET oldest_beside = excluded.oldest_beside`,
    [version, oldestBeside],
  );
}
