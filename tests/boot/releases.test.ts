import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { migrate, requireMigrated } from '#server/db/migrate.ts';
import { migrationsIn } from '#server/db/migration-files.ts';
import { isOlder, type Release } from '#server/process/release.ts';
import { bareDatabase, type ClonedDatabase } from '../support/template.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

let database: ClonedDatabase;
beforeEach(async () => {
  database = await bareDatabase();
});
afterEach(() => database.drop());

/** A version as its release says it, with the migrations that it has. */
function versionWith(release: Release, files: Readonly<Record<string, string>>) {
  const folder = temporaryFolder();
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'migrations'));
  for (const [name, sql] of Object.entries(files))
    writeFileSync(join(folder, 'migrations', name), sql);
  const options = { folder, release, queues: [{ name: 'bills' }] };
  return {
    migrates: () => migrate(database.ownerUrl, database.appUrl, options),
    starts: () => requireMigrated(database.appUrl, options),
  };
}

const things = { '0001-things.sql': 'CREATE TABLE things (id integer);' };
const more = { ...things, '0002-more.sql': 'CREATE TABLE more (id integer);' };
const first = () => versionWith({ version: '1.0.0', oldestBeside: '1.0.0' }, things);
const second = (oldestBeside = '1.0.0') => versionWith({ version: '1.10.0', oldestBeside }, more);

async function rows(query: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(query)).rows;
  } finally {
    await client.end();
  }
}

test('a version starts on the database of a newer one that it may serve beside', async () => {
  await first().migrates();
  await second().migrates();
  await expect(first().starts()).resolves.toBeUndefined();
});

test(
  'a version that migrates a newer database leaves shape and rights as they are',
  { tags: 'night' },
  async () => {
    await second().migrates();
    const before = await rows('SELECT * FROM migrations ORDER BY name');
    await first().migrates();
    expect(await rows('SELECT * FROM migrations ORDER BY name')).toEqual(before);
    expect(await rows('SELECT version FROM releases')).toEqual([{ version: '1.10.0' }]);
    await expect(second().starts()).resolves.toBeUndefined();
  },
);

test('a version that is too old for the database is refused with both versions', async () => {
  await second('1.9.0').migrates();
  const refusal =
    'This is Hanya 1.0.0. The database was set up by Hanya 1.10.0, and works only with 1.9.0 or later. Install 1.10.0, then run hanya switch 1.10.0.';
  await expect(first().starts()).rejects.toThrow(refusal);
  await expect(first().migrates()).rejects.toThrow(refusal);
});

test(
  'a version whose own migration the newer database never had is refused',
  { tags: 'night' },
  async () => {
    await second().migrates();
    const strange = versionWith(
      { version: '1.1.0', oldestBeside: '1.0.0' },
      { ...things, '0002-strange.sql': 'CREATE TABLE strange ();' },
    );
    await expect(strange.starts()).rejects.toThrow('lacks the migration 0002-strange');
  },
);

test(
  'a migration is refused that no version of the database wrote down, as before',
  { tags: 'night' },
  async () => {
    await second().migrates();
    await rows('DELETE FROM releases');
    await expect(first().migrates()).rejects.toThrow(
      'The migration belongs to another version of Hanya',
    );
  },
);

test(
  'each version that migrates is written down once, with the day of its first time',
  { tags: 'night' },
  async () => {
    await first().migrates();
    const before = await rows('SELECT * FROM releases');
    await first().migrates();
    await second().migrates();
    expect(await rows('SELECT * FROM releases ORDER BY migrated_at LIMIT 1')).toEqual(before);
    expect(await rows('SELECT version, oldest_beside FROM releases ORDER BY migrated_at')).toEqual([
      { version: '1.0.0', oldest_beside: '1.0.0' },
      { version: '1.10.0', oldest_beside: '1.0.0' },
    ]);
  },
);

test('no file that a release shipped is changed, and those that came since come after it', () => {
  const shipped = migrationsIn();
  const text = readFileSync('tests/fixtures/released-schema.json', 'utf8');
  const releases = z.record(z.string(), z.record(z.string(), z.string())).parse(JSON.parse(text));
  for (const [version, files] of Object.entries(releases)) {
    const names = Object.keys(files);
    expect(Object.fromEntries(shipped.map(({ name, checksum }) => [name, checksum]))).toMatchObject(
      files,
    );
    expect(
      shipped.slice(0, names.length).map(({ name }) => name),
      version,
    ).toEqual(names);
  }
});

test.each([
  ['1.9.0', '1.10.0'],
  ['1.0.9', '1.1.0'],
  ['9.9.9', '10.0.0'],
])('%s is older than %s', (one, other) => {
  expect(isOlder(one, other)).toBe(true);
  expect(isOlder(other, one)).toBe(false);
  expect(isOlder(one, one)).toBe(false);
});
