import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { z } from 'zod';
import { migrate } from '#server/db/migrate.ts';
import { queues } from '#server/queues.ts';
import { bareDatabase, type ClonedDatabase } from './template.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** The last migration of each version that this one continues, by how many it had. */
export const lastOfBefore = {
  76: '0123_bills_that_are_known.sql',
  88: '0175_clocks_without_records.sql',
} as const;

const files = z.array(z.object({ name: z.string(), sql: z.string() }));

/** The migrations that made the database before the files of the schema, as they were. */
function unpacked(): string {
  const packed = readFileSync(path.resolve('tests/fixtures/migrations-of-before.json.gz'));
  const folder = temporaryFolder();
  for (const { name, sql } of files.parse(JSON.parse(gunzipSync(packed).toString('utf8'))))
    writeFileSync(path.join(folder, name), sql);
  return folder;
}

let folder: string | undefined;

/** An empty database as the version with so many migrations made it, or stopped after another one. */
export async function databaseOfBefore(last: string): Promise<ClonedDatabase> {
  folder ??= unpacked();
  const database = await bareDatabase();
  await migrate(database.ownerUrl, database.appUrl, { folder, last, queues });
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  // No version of that time wrote itself down.
  await owner.query('drop table releases');
  await owner.end();
  return database;
}
