import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '#server/start-error.ts';

export interface Migration {
  /** The file's name, such as `0001_bookings.sql`. */
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/** A migration that the database has already had. */
export type Applied = Pick<Migration, 'name' | 'checksum'>;

/** The migrations of a folder in their order. Throws `StartError` when two have one number. */
export function readMigrations(folder: string): readonly Migration[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  const numbers = new Set<string>();
  return files.sort().map((name) => {
    const number = /^(\d{4})_/.exec(name)?.[1];
    if (number === undefined || numbers.has(number)) {
      throw new StartError(
        `The migration ${name} needs a number of its own, as in 0001_bookings.sql.`,
      );
    }
    numbers.add(number);
    const sql = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n');
    return { name, sql, checksum: digest(sql) };
  });
}

export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

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
