// @module-tag night
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { keepBases, takeBase } from '#server/backup/archive.ts';
import { goBackTo } from '#server/backup/moment.ts';
import { closeDatabase, openDatabase } from '#server/db/database.ts';
import { packLog } from '#server/db/embedded/archive.ts';
import { type EmbeddedDatabase, startEmbedded } from '#server/db/embedded/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { queues } from '#server/queues.ts';
import { verifyAudit } from '#server/trail.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { plainEnvironment, smallMemoryMb } from '#tests/support/plain-environment.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const backupDir = temporaryFolder();
const dataDirs: string[] = [];
const databases: EmbeddedDatabase[] = [];

async function start(dataDir: string): Promise<EmbeddedDatabase> {
  const database = await startEmbedded(dataDir, { backupDir, databaseMemoryMb: smallMemoryMb });
  databases.push(database);
  return database;
}

function folder(): string {
  const made = temporaryFolder();
  dataDirs.push(made);
  return made;
}

afterAll(async () => {
  for (const database of databases) await database.stop();
  for (const path of [...databases.map((database) => database.folder), ...dataDirs, backupDir])
    rmSync(path, { recursive: true, force: true });
});

async function ask<T extends pg.QueryResultRow>(url: string, text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
}

const emailsIn = async (url: string): Promise<string[]> =>
  (await ask<{ email: string }>(url, 'select email from users order by id')).map(
    ({ email }) => email,
  );

/** A data folder whose restore was killed while it replayed the log. */
async function killedRestore(to: Date): Promise<string> {
  const dataDir = folder();
  const args = ['server/commands/backup.ts', 'restore', backupDir, '--to', to.toISOString()];
  const restore = spawn(process.execPath, args, {
    env: { ...plainEnvironment(), DATA_DIR: dataDir },
    stdio: 'ignore',
  });
  const ended = once(restore, 'exit');
  const replaying = join(dataDir, 'postgres', 'cluster.restored', 'recovery.signal');
  while (restore.exitCode === null && !existsSync(replaying)) await wait(2);
  restore.kill('SIGKILL');
  await ended;
  // On a busy machine it may be done before we look.
  if (existsSync(join(dataDir, 'postgres', 'cluster'))) return killedRestore(to);
  expect(restore.signalCode).toBe('SIGKILL');
  return dataDir;
}

test('the database is what it was at a moment, and goes on from there', async () => {
  const first = await start(folder());
  await migrate(first.ownerUrl, first.appUrl, { queues });
  const db = openDatabase(first.appUrl);
  const before = await makeAccount(db, 'booking officer');
  const base = await takeBase(first.adminUrl, backupDir);
  const within = await makeAccount(db, 'booking officer');
  const [moment] = await ask<{ at: Date }>(first.ownerUrl, 'select clock_timestamp() as at');
  // Moments are told apart by the millisecond.
  await ask(first.ownerUrl, 'select pg_sleep(0.01)');
  const after = await makeAccount(db, 'booking officer');
  await closeDatabase(db);
  // Stopping sends the last piece of the log.
  await first.stop();
  await packLog(backupDir, first.folder);
  const at = new Date((moment?.at.getTime() ?? 0) + 1);

  const tooEarly = goBackTo({ dataDir: folder() }, backupDir, new Date('2020-01-01T00:00:00Z'));
  await expect(tooEarly).rejects.toThrow(`you can restore is ${base.finishedAt}`);

  // A run that is killed leaves nothing that looks like a database.
  const dataDir = await killedRestore(at);

  expect(await goBackTo({ dataDir }, backupDir, at)).toMatchObject({ missing: [] });
  const second = await start(dataDir);
  expect(await emailsIn(second.ownerUrl)).toEqual([before.email, within.email]);
  expect(await emailsIn(second.ownerUrl)).not.toContain(after.email);
  // What was due before is held from now on.
  expect(
    await ask(
      second.ownerUrl,
      'select from installation where restored_at > $1'.replace('$1', `'${at.toISOString()}'`),
    ),
  ).toHaveLength(1);
  const restored = openDatabase(second.appUrl);
  await migrate(second.ownerUrl, second.appUrl, { queues });
  await makeAccount(restored, 'booking officer');
  await ask(second.ownerUrl, 'select seal_audit(1000)');
  expect((await verifyAudit(restored)).findings).toEqual([]);
  await closeDatabase(restored);
  await expect(goBackTo({ dataDir }, backupDir, at)).rejects.toThrow(
    'There is already a database in',
  );

  // The log before the oldest copy that is kept goes.
  const again = await takeBase(second.adminUrl, backupDir);
  const pieces = readdirSync(join(backupDir, 'wal')).length;
  await keepBases(backupDir, 1, new Date(Date.parse(again.finishedAt) + 3 * 86_400_000));
  expect(readdirSync(join(backupDir, 'base'))).toHaveLength(1);
  expect(readdirSync(join(backupDir, 'wal')).length).toBeLessThan(pieces);

  const tar = join(again.path, 'base.tar');
  const bytes = readFileSync(tar);
  bytes[600] = (bytes[600] ?? 0) ^ 1;
  writeFileSync(tar, bytes);
  await expect(goBackTo({ dataDir: folder() }, backupDir, null)).rejects.toThrow(tar);
});
