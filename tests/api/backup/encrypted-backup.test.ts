import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Decrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Backup, filesOf, readManifest } from '#server/backup/backup-folder.ts';
import { checkBackup, holdDrill } from '#server/backup/check.ts';
import { lastDrill } from '#server/backup/drill.ts';
import { workBackup } from '#server/backup/nightly.ts';
import { restoreBackup } from '#server/backup/restore.ts';
import { takeBackup } from '#server/backup/take.ts';
import { readConfig } from '#server/config/config.ts';
import { closeDatabase, type Database, openDatabase } from '#server/db/database.ts';
import { openJobs } from '#server/db/queues.ts';
import { decryptionWith } from '#server/process/encryption.ts';
import { recorded } from '#tests/support/collisions.ts';
import { booked } from '#tests/support/journey.ts';
import { makePerson } from '#tests/support/people.ts';
import { plainEnvironment } from '#tests/support/plain-environment.ts';
import { findWords } from '#tests/support/searched-folder.ts';
import { cloneDatabase, type ClonedDatabase } from '#tests/support/template.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { startTestApp, type TestApp, testSecret } from '#tests/support/test-app.ts';

const [folder, keys] = [temporaryFolder(), temporaryFolder()];
const backupIdentityFile = join(keys, 'identity.txt');
const secret = 'made-by-hanya-and-kept-in-its-folder';
let app: TestApp;
let backup: Backup;
let backupRecipients: string[];
/** What a thief looks for. */
let words: Record<string, string | Buffer>;

beforeAll(async () => {
  app = await startTestApp();
  const { client, ...admin } = await makePerson(app, 'state admin');
  await recorded(client);
  const booking = await booked(client, { name: 'Hadiza Encrypted', registration: 'KRD-911XY' });
  writeFileSync(join(app.dataDir, 'jwt-secret'), secret);
  const { password_hash: hash } = await app.owner
    .selectFrom('users')
    .select('password_hash')
    .where('email', '=', admin.email)
    .executeTakeFirstOrThrow();
  const [file] = await app.db.selectFrom('files').selectAll().execute();
  const picture = readFileSync(join(app.dataDir, 'files', file?.id ?? ''));
  words = {
    name: booking.name,
    plate: booking.registration,
    hash,
    secret,
    email: admin.email,
    picture: picture.subarray(-64),
    sum: file?.sha256 ?? '',
  };
  const [own, second] = [await generateX25519Identity(), await generateX25519Identity()];
  writeFileSync(backupIdentityFile, `# made for a test\n${own}\n`);
  writeFileSync(join(keys, 'second.txt'), second);
  writeFileSync(join(keys, 'other.txt'), await generateX25519Identity());
  writeFileSync(join(keys, 'none.txt'), '# nothing\n');
  backupRecipients = [await identityToRecipient(own), await identityToRecipient(second)];
  ({ backup } = await takeBackup({ ...app, backupRecipients }, app.ownerUrl, folder));
});
afterAll(async () => {
  await app.stop();
  for (const each of [folder, keys]) rmSync(each, { recursive: true });
});

async function onEmpty(work: (database: ClonedDatabase, dataDir: string) => Promise<void>) {
  const [database, dataDir] = [await cloneDatabase(), temporaryFolder()];
  try {
    await work(database, dataDir);
  } finally {
    await database.drop();
    rmSync(dataDir, { recursive: true });
  }
}

const peopleIn = async (db: Database) => [
  await db.selectFrom('users').select(['id', 'email', 'password_hash']).orderBy('id').execute(),
  await db.selectFrom('bookings').select(['id', 'name', 'registration']).orderBy('id').execute(),
  await db.selectFrom('files').selectAll().orderBy('id').execute(),
];

test('with recipients, nothing of a person and no secret can be read in the folder', async () => {
  const inTheClear = temporaryFolder();
  await takeBackup({ ...app, backupSecrets: true }, app.ownerUrl, inTheClear);
  expect(new Set(findWords(inTheClear, words))).toEqual(new Set(Object.keys(words)));
  rmSync(inTheClear, { recursive: true });
  expect(findWords(folder, words)).toEqual([]);
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  expect(names.filter((name) => name.includes('.') && !name.endsWith('.age'))).toEqual([
    join(backup.name, 'sums.sha256'),
  ]);
});

test('with the identity of any recipient everything comes back as it was', async () => {
  for (const name of ['identity.txt', 'second.txt'])
    await onEmpty(async (database, dataDir) => {
      const config = { dataDir, backupIdentityFile: join(keys, name) };
      await restoreBackup(config, database, backup);
      for (const { id } of await app.db.selectFrom('files').select('id').execute())
        expect(readFileSync(join(dataDir, 'files', id))).toEqual(
          readFileSync(join(app.dataDir, 'files', id)),
        );
      const restored = openDatabase(database.ownerUrl);
      const [there, here] = [await peopleIn(restored), await peopleIn(app.owner)];
      await closeDatabase(restored);
      expect(there).toEqual(here);
    });
});

test('without the right identity one sentence says so, and nothing is restored', async () => {
  await onEmpty(async (database, dataDir) => {
    const restore = (name?: string) =>
      restoreBackup(
        { dataDir, ...(name !== undefined && { backupIdentityFile: join(keys, name) }) },
        database,
        backup,
      );
    await expect(restore()).rejects.toThrow(
      /manifest\.json\.age is encrypted. Set BACKUP_IDENTITY_FILE to the file with the identity that decrypts it\.$/,
    );
    await expect(restore('other.txt')).rejects.toThrow(
      /manifest\.json\.age is encrypted for other recipients. The identity in .*other\.txt cannot decrypt this file\.$/,
    );
    await expect(restore('none.txt')).rejects.toThrow(
      /none\.txt, which does not contain an identity\. /,
    );
    await expect(restore('missing.txt')).rejects.toThrow('BACKUP_IDENTITY_FILE cannot be read: ');
  });
});

test(
  'a byte that was changed is found, with an identity and without one',
  { tags: 'night' },
  async () => {
    const [file = ''] = readdirSync(filesOf(folder));
    for (const path of [
      join(backup.path, 'manifest.json.age'),
      join(backup.path, 'configuration.json.age'),
      join(backup.path, 'public.bookings.copy.gz.age'),
      join(filesOf(folder), file),
    ]) {
      const whole = readFileSync(path);
      const other = Buffer.from(whole);
      other[other.length - 20] = (other.at(-20) ?? 0) ^ 1;
      writeFileSync(path, other);
      expect((await checkBackup(backup)).findings).toEqual([`${path} is missing or damaged.`]);
      const found = await checkBackup(backup, { backupIdentityFile }).then(
        ({ findings }) => findings,
        (error: unknown) => [String(error)],
      );
      expect(found).toEqual([expect.stringContaining(path)]);
      writeFileSync(path, whole);
    }
  },
);

test(
  'a drill without an identity compares bytes, and says that nothing was read back',
  { tags: 'night' },
  async () => {
    expect(await holdDrill(backup)).toMatchObject({ isReadBack: false, findings: [] });
    expect(await lastDrill(folder)).toMatchObject({ holds: true, readBackAt: null });
    const { files } = await readManifest(backup, decryptionWith(backupIdentityFile));
    expect(await holdDrill(backup, { backupIdentityFile })).toMatchObject({
      isReadBack: true,
      findings: [],
      files: files.count,
    });
    const drill = await lastDrill(folder);
    expect(drill).toMatchObject({ holds: true, readBackAt: drill?.at });
    // The next one keeps in mind when that was.
    await holdDrill(backup);
    expect(await lastDrill(folder)).toMatchObject({ readBackAt: drill?.at });
  },
);

test('the next backup encrypts no picture anew, and knows its sum', async () => {
  const [file = ''] = readdirSync(filesOf(folder));
  const before = readFileSync(join(filesOf(folder), file));
  const next = await takeBackup({ ...app, backupRecipients }, app.ownerUrl, folder);
  expect(readFileSync(join(filesOf(folder), file))).toEqual(before);
  const sums = (path: string) => readFileSync(join(path, 'sums.sha256'), 'utf8').split('\n');
  const ofFiles = (path: string) => sums(path).filter((line) => line.includes('../files/'));
  expect(ofFiles(next.backup.path)).toEqual(ofFiles(backup.path));
  expect((await checkBackup(next.backup)).findings).toEqual([]);
  rmSync(join(filesOf(folder), file));
  expect((await checkBackup(next.backup)).findings).toEqual([
    `${join(next.backup.path, '../files', file)} is missing or damaged.`,
  ]);
  writeFileSync(join(filesOf(folder), file), before);
});

test('secrets are in no backup without recipients, unless a setting says so', async () => {
  const place = temporaryFolder();
  expect((await takeBackup(app, app.ownerUrl, place)).secrets).toBeUndefined();
  expect(existsSync(join(place, 'secrets'))).toBe(false);
  const wanted = await takeBackup({ ...app, backupSecrets: true }, app.ownerUrl, place);
  expect(readFileSync(wanted.secrets ?? '', 'utf8')).toContain(secret);
  const config = { ...app, backupRecipients };
  const none = await takeBackup({ ...config, backupSecrets: false }, app.ownerUrl, place);
  expect(none.secrets).toBeUndefined();
  const { secrets = '' } = await takeBackup(config, app.ownerUrl, place);
  // Any program that knows age opens it.
  const decrypter = new Decrypter();
  decrypter.addIdentity(readFileSync(backupIdentityFile, 'utf8').split('\n')[1] ?? '');
  expect(await decrypter.decrypt(readFileSync(secrets), 'text')).toContain(secret);
  rmSync(place, { recursive: true });
});

test(
  'a backup from before there were recipients is restored, with an identity or without',
  { tags: 'night' },
  async () => {
    const place = temporaryFolder();
    const before = await takeBackup(app, app.ownerUrl, place);
    await takeBackup({ ...app, backupRecipients }, app.ownerUrl, place);
    for (const config of [{}, { backupIdentityFile }])
      await onEmpty(async (database, dataDir) => {
        await restoreBackup({ ...config, dataDir }, database, before.backup);
        expect(readdirSync(join(dataDir, 'files')).length).toBeGreaterThan(0);
      });
    rmSync(place, { recursive: true });
  },
);

test('a recipient that is none is refused before anything is written', async () => {
  const place = join(keys, 'never');
  const config = { ...app, backupRecipients: [mistyped()] };
  await expect(takeBackup(config, app.ownerUrl, place)).rejects.toThrow('which is not a recipient');
  expect(existsSync(place)).toBe(false);
});

test(
  'hanya makes an identity once, and its check says that nothing was read back',
  { tags: 'night' },
  () => {
    const run = (args: readonly string[], env: Record<string, string> = {}) =>
      spawnSync(process.execPath, ['server/commands/backup.ts', ...args], {
        encoding: 'utf8',
        env: { ...plainEnvironment(), ...env },
      });
    const file = join(keys, 'made.txt');
    const { stdout } = run(['identity', file]);
    expect(stdout).toMatch(/^BACKUP_RECIPIENTS=age1[a-z0-9]{58}\n$/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(run(['identity', file])).toMatchObject({
      status: 1,
      stderr: `No identity was written to ${file}: there is already a file with that name.\n`,
    });
    const compared = run(['check', folder]);
    expect(compared.status).toBe(0);
    expect(compared.stdout).toMatch(
      /^Hanya did not open the backup .*, because BACKUP_IDENTITY_FILE/,
    );
    // A refused restore leaves the folder as empty as it was.
    const dataDir = join(keys, 'restored');
    expect(run(['restore', folder], { DATA_DIR: dataDir }).stderr).toMatch(
      / is encrypted\. Set .*\n$/,
    );
    expect(existsSync(dataDir)).toBe(false);
    const refused = run(['check', folder], { BACKUP_IDENTITY_FILE: file });
    expect(refused.status).toBe(1);
    expect(refused.stderr).toMatch(
      /^\S+ is encrypted for other recipients\. .*cannot decrypt this file\.\n$/,
    );
  },
);

test('a server says in its log that backups are not encrypted, and starts with no wrong recipient', async () => {
  const boss = openJobs(app.appUrl);
  await boss.start();
  const lines: string[] = [];
  const log = pino({}, { write: (line) => void lines.push(line) });
  const work = async (env: Record<string, string>) => {
    const settings = { DATABASE_URL: app.appUrl, JWT_SECRET: testSecret, BACKUP_DIR: folder };
    await workBackup(boss, { log, config: readConfig({ ...settings, ...env }) });
  };
  await work({ BACKUP_RECIPIENTS: backupRecipients.join(', ') });
  expect(lines).toEqual([]);
  await work({});
  expect(lines).toMatchObject([
    expect.stringContaining('Backups are not encrypted. Set BACKUP_RECIPIENTS.'),
  ]);
  await expect(work({ BACKUP_RECIPIENTS: mistyped() })).rejects.toThrow('which is not a recipient');
  await boss.stop();
});

/** The first recipient with another last letter. */
function mistyped(): string {
  const recipient = backupRecipients[0] ?? '';
  return `${recipient.slice(0, -1)}${recipient.endsWith('q') ? 'p' : 'q'}`;
}
