import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '#server/process/start-error.ts';

export interface Migration {
  /** The file's name, such as `04-bookings.sql` or `2026-12-01-permits.sql`. */
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/** A migration that a database has already had. */
export type Applied = Pick<Migration, 'name' | 'checksum'>;

const here = import.meta.dirname;

/** The files of a folder in the order of their names. */
export const readMigrations = (folder: string): readonly Migration[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const sql = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n');
      return { name, sql, checksum: digest(sql) };
    });

/** The files that make an empty database. */
export const schemaFiles = (): readonly Migration[] => readMigrations(join(here, 'schema'));

/** The schema, then what was added to it since; their names begin with a number and with a day. */
export const shippedMigrations = (): readonly Migration[] => [
  ...schemaFiles(),
  ...readMigrations(join(here, 'migrations')),
];

/**
 * The migrations still to be applied. Throws `StartError` when what was applied isn't exactly how
 * the list begins: a file was changed, is missing, or slipped in before an applied one.
 */
export function pending(
  migrations: readonly Migration[],
  applied: readonly Applied[],
): readonly Migration[] {
  for (const [index, past] of applied.entries()) {
    const file = migrations.find(({ name }) => name === past.name);
    if (!file) {
      throw new StartError(
        `The database has had the migration ${past.name}, which isn't among the files: it belongs to another version of Hanya.`,
      );
    }
    if (file.checksum !== past.checksum) {
      throw new StartError(
        `The migration ${past.name} was changed after the database had it: put the file back and write a new one instead.`,
      );
    }
    const expected = migrations[index];
    if (expected?.name !== past.name) {
      throw new StartError(
        `The migration ${expected?.name ?? ''} comes before ${past.name}, which the database has already had: give it a later number.`,
      );
    }
  }
  return migrations.slice(applied.length);
}

export const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
