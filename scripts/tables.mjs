// Writes server/db/tables.ts anew from a freshly migrated database.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbedded } from '../server/db/embedded/embedded.ts';
import { migrate } from '../server/db/migrate.ts';

const dataDir = mkdtempSync(path.join(tmpdir(), 'hanya-tables-'));
const database = await startEmbedded(dataDir);
try {
  await migrate(database.ownerUrl, database.appUrl);
  const types = ['--type-mapping', '{"int8":"number","date":"string"}'];
  const leaveOut = ['--exclude-pattern', '(pgboss.*|*.migrations|migrations|*.releases|releases)'];
  const out = ['--dialect', 'postgres', '--out-file', 'server/db/tables.ts'];
  const run = spawnSync(
    'kysely-codegen',
    ['--url', database.ownerUrl, ...out, ...types, ...leaveOut],
    { stdio: 'inherit' },
  );
  process.exitCode = run.status ?? 1;
} finally {
  await database.stop();
  for (const folder of [database.folder, dataDir]) rmSync(folder, { recursive: true, force: true });
}
