import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '#server/process/start-error.ts';

export interface Migration {
  /** The file's name, such as `06-bookings.sql` or `0001-permits.sql`. */
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/** A migration that a database has already had. */
export type Applied = Pick<Migration, 'name' | 'checksum'>;

/** The files that make an empty database, in the folder `schema` of `folder`. */
export const schemaFiles = (folder = import.meta.dirname): readonly Migration[] =>
  numberedFiles(join(folder, 'schema'), 2);

/** The schema, then what was added to it since, in the folder `migrations`. */
export const migrationsIn = (folder = import.meta.dirname): readonly Migration[] => [
  ...schemaFiles(folder),
  ...numberedFiles(join(folder, 'migrations'), 4),
];

/**
 * The files of a folder, which are numbered from 1 with so many digits. Throws `StartError` for
 * another name, and for a number that is missing or there twice.
 */
function numberedFiles(folder: string, digits: number): readonly Migration[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder)
    .filter((name) => !name.startsWith('.'))
    .sort();
  const numberOf = (index: number) => String(index + 1).padStart(digits, '0');
  const form = new RegExp(`^\\d{${digits}}-[a-z][a-z0-9]*(?:-[a-z0-9]+)*\\.sql$`);
  for (const name of names)
    if (!form.test(name))
      throw new StartError(
        `${join(folder, name)} is not named like a migration. Name it by its number and subject, such as ${numberOf(0)}-permits.sql.`,
      );
  for (const [index, name] of names.entries()) {
    if (name.startsWith(`${numberOf(index)}-`)) continue;
    const before = names[index - 1];
    const isDoubled = before?.slice(0, digits) === name.slice(0, digits);
    throw new StartError(
      isDoubled
        ? `The migrations ${before} and ${name} have the same number. Give the later one the next free number.`
        : `The migration ${name} skips a number. Give it the number ${numberOf(index)}.`,
    );
  }
  return names.map((name) => {
    const sql = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n');
    return { name, sql, checksum: digest(sql) };
  });
}

/**
 * The migrations still to be applied. Throws `StartError` when what was applied isn't exactly how
 * the list begins: a file was changed, is missing, or slipped in before an applied one.
 */
export function pending(
  migrations: readonly Migration[],
  applied: readonly Applied[],
): readonly Migration[] {
  for (const past of applied) {
    const file = migrations.find(({ name }) => name === past.name);
    if (!file) {
      throw new StartError(
        `The migration ${past.name} was applied to this database, but is not among the files. The migration belongs to another version of Hanya.`,
      );
    }
    if (file.checksum !== past.checksum) {
      throw new StartError(
        `The migration ${past.name} was changed after it was applied to this database. Restore the original file, and put your change in a new migration.`,
      );
    }
  }
  const had = new Set(applied.map(({ name }) => name));
  const missing = migrations.filter(({ name }) => !had.has(name));
  const [first] = missing;
  const after = migrations.slice(applied.length).find(({ name }) => had.has(name));
  if (first && after)
    throw new StartError(
      `The migration ${first.name} comes before ${after.name}, which was already applied to this database. Give it a later number.`,
    );
  return missing;
}

export const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
