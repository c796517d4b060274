import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { cloneDatabase } from '#tests/support/template.ts';

test('the table types are those of the migrated database', async () => {
  const database = await cloneDatabase();
  const { status, stdout } = spawnSync(
    path.resolve('node_modules/.bin/kysely-codegen'),
    [
      '--verify',
      '--url',
      database.ownerUrl,
      '--dialect',
      'postgres',
      '--out-file',
      'server/db/tables.ts',
      '--type-mapping',
      '{"int8":"number","date":"string"}',
      '--exclude-pattern',
      '(pgboss.*|*.migrations|migrations|*.releases|releases)',
    ],
    { encoding: 'utf8' },
  );
  await database.drop();
  expect({ status, stdout }).toMatchObject({ status: 0 });
});
