// @module-tag night
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, expect, test } from 'vitest';
import { keepBases, takeBase } from '#server/backup/archive.ts';
import { goBackTo } from '#server/backup/moment.ts';
import { closeDatabase, openDatabase } from '#server/db/database.ts';
import { packLog } from '#server/db/embedded/archive.ts';
import { type EmbeddedDatabase, startEmbedded } from '#server/db/embedded/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { queues } from '#server/queues.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { smallMemoryMb } from '#tests/support/plain-environment.ts';
import { findWords } from '#tests/support/searched-folder.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const [backupDir, keys] = [temporaryFolder(), temporaryFolder()];
const backupIdentityFile = join(keys, 'identity.txt');
const folders = [backupDir, keys];
const databases: EmbeddedDatabase[] = [];

function folder(): string {
  const made = temporaryFolder();
  folders.push(made);
  return made;
}

afterAll(async () => {
  for (const database of databases) await database.stop();
  for (const path of [...databases.map((database) => database.folder), ...folders])
    rmSync(path, { recursive: true, force: true });
});

test('cluster and log are encrypted before they reach the backups, and bring a moment back', async () => {
  const identity = await generateX25519Identity();
  writeFileSync(backupIdentityFile, identity);
  const backupRecipients = [await identityToRecipient(identity)];
  const start = async (dataDir: string, recipients?: string[]) => {
    const database = await startEmbedded(dataDir, {
      backupDir,
      databaseMemoryMb: smallMemoryMb,
      ...(recipients && { backupRecipients: recipients }),
    });
    databases.push(database);
    return database;
  };
  // Before there were recipients, the log came in the clear.
  const dataDir = folder();
  const before = await start(dataDir);
  await migrate(before.ownerUrl, before.appUrl, { queues });
  await before.stop();
  expect(readdirSync(join(backupDir, 'wal')).some((name) => /^[0-9A-F]{24}$/.test(name))).toBe(
    true,
  );
  const first = await start(dataDir, backupRecipients);
  await packLog(backupDir, first.folder, backupRecipients);
  const db = openDatabase(first.appUrl);
  const within = await makeAccount(db, 'booking officer');
  const base = await takeBase(first.adminUrl, backupDir, backupRecipients);
  const after = await makeAccount(db, 'booking officer');
  const { password_hash: hash } = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', after.id)
    .executeTakeFirstOrThrow();
  await closeDatabase(db);
  // Stopping sends the last piece of the log.
  await first.stop();
  const words = { within: within.email, after: after.email, hash };
  expect(new Set(findWords(first.folder, words))).toEqual(new Set(Object.keys(words)));
  expect(findWords(backupDir, words)).toEqual([]);
  const pieces = readdirSync(join(backupDir, 'wal'));
  expect(pieces.filter((name) => !name.endsWith('.gz.age'))).toEqual([]);

  const goBack = async (identityFile?: string) =>
    goBackTo(
      {
        dataDir: folder(),
        ...(identityFile !== undefined && { backupIdentityFile: identityFile }),
      },
      backupDir,
      null,
    );
  await expect(goBack()).rejects.toThrow('base.tar.age is encrypted. Set BACKUP_IDENTITY_FILE');
  writeFileSync(join(keys, 'other.txt'), await generateX25519Identity());
  await expect(goBack(join(keys, 'other.txt'))).rejects.toThrow(
    'other.txt cannot decrypt this file',
  );

  const restored = folder();
  await goBackTo({ dataDir: restored, backupIdentityFile }, backupDir, null);
  const second = await start(restored, backupRecipients);
  const there = openDatabase(second.appUrl);
  const emails = await there.selectFrom('users').select('email').orderBy('id').execute();
  await closeDatabase(there);
  expect(emails.map(({ email }) => email)).toEqual([within.email, after.email]);

  // The log before the oldest copy that is kept goes.
  await takeBase(second.adminUrl, backupDir, backupRecipients);
  await second.stop();
  const log = readdirSync(join(backupDir, 'wal'));
  await keepBases(backupDir, 1, new Date(Date.parse(base.finishedAt) + 3 * 86_400_000));
  expect(existsSync(base.path)).toBe(false);
  expect(readdirSync(join(backupDir, 'wal')).length).toBeLessThan(log.length);

  const [name = ''] = readdirSync(join(backupDir, 'base'));
  const tar = join(backupDir, 'base', name, 'base.tar.age');
  const bytes = readFileSync(tar);
  bytes[5_000] = (bytes[5_000] ?? 0) ^ 1;
  writeFileSync(tar, bytes);
  await expect(goBack(backupIdentityFile)).rejects.toThrow(`${tar} is missing or damaged.`);
});
