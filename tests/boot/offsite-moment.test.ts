// @module-tag night
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, expect, test } from 'vitest';
import { takeBase } from '#server/backup/archive.ts';
import { goBackTo } from '#server/backup/moment.ts';
import { copyOffsite, createLogCopy, fetchOffsite } from '#server/backup/offsite.ts';
import { takeBackup } from '#server/backup/take.ts';
import { closeDatabase, openDatabase } from '#server/db/database.ts';
import { packLog } from '#server/db/embedded/archive.ts';
import { type EmbeddedDatabase, startEmbedded } from '#server/db/embedded/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { createS3Store } from '#server/gateways/file-store-s3.ts';
import { queues } from '#server/queues.ts';
import { startS3 } from '#tests/gateways/s3-server.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { smallMemoryMb } from '#tests/support/plain-environment.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const [backupDir, dataDir] = [temporaryFolder(), temporaryFolder()];
const [restored, keys] = [temporaryFolder(), temporaryFolder()];
const databases: EmbeddedDatabase[] = [];
afterAll(async () => {
  for (const database of databases) await database.stop();
  for (const path of [...databases.map((each) => each.folder), backupDir, dataDir, restored, keys])
    rmSync(path, { recursive: true, force: true });
});

test('a bucket brings back what was written after the last backup, when machine and folder are lost', async () => {
  const server = await startS3();
  const store = createS3Store(server.place);
  const identity = await generateX25519Identity();
  const backupIdentityFile = join(keys, 'identity.txt');
  writeFileSync(backupIdentityFile, identity);
  const backupRecipients = [await identityToRecipient(identity)];
  const start = async (folder: string) => {
    const settings = { backupDir, backupRecipients, databaseMemoryMb: smallMemoryMb };
    const database = await startEmbedded(folder, settings);
    databases.push(database);
    return database;
  };
  const first = await start(dataDir);
  await migrate(first.ownerUrl, first.appUrl, { queues });
  await takeBackup({ dataDir, backupRecipients }, first.appUrl, backupDir);
  await takeBase(first.adminUrl, backupDir, backupRecipients);
  const keep = { backupKeepDays: 30, backupKeepWeeks: 0, backupKeepMonths: 0 };
  await copyOffsite(store, backupDir, keep, new Date());
  const copyLog = createLogCopy(backupDir, server.place);
  const db = openDatabase(first.appUrl);
  const { email } = await makeAccount(db, 'booking officer');
  await closeDatabase(db);
  // Stopping sends the last piece of the log, which the next start copies.
  await first.stop();
  expect(await copyLog(await packLog(backupDir, first.folder, backupRecipients))).toBeUndefined();
  rmSync(backupDir, { recursive: true });
  rmSync(dataDir, { recursive: true });

  const name = await fetchOffsite(store, backupDir, null);
  expect(readdirSync(backupDir).sort()).toEqual([name, 'base', 'secrets', 'wal'].sort());
  await goBackTo({ dataDir: restored, backupIdentityFile }, backupDir, null);
  const second = await start(restored);
  const there = openDatabase(second.appUrl);
  const rows = await there.selectFrom('users').select('email').execute();
  await closeDatabase(there);
  expect(rows).toEqual([{ email }]);
  store.close();
  await server.stop();
});
