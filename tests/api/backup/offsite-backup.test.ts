// @module-tag night
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backupsIn, findBackup } from '#server/backup/backup-folder.ts';
import { checkBackup } from '#server/backup/check.ts';
import { backupTroubles } from '#server/backup/nightly.ts';
import { copyOffsite, createLogCopy, fetchOffsite } from '#server/backup/offsite.ts';
import { restoreBackup } from '#server/backup/restore.ts';
import { takeBackup } from '#server/backup/take.ts';
import { closeDatabase, openDatabase } from '#server/db/database.ts';
import { createS3Store, type S3Store } from '#server/gateways/file-store-s3.ts';
import { type S3Server, startS3 } from '#tests/gateways/s3-server.ts';
import { recorded } from '#tests/support/collisions.ts';
import { makePerson } from '#tests/support/people.ts';
import { plainEnvironment } from '#tests/support/plain-environment.ts';
import { cloneDatabase } from '#tests/support/template.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { startTestApp, type TestApp, testSecret } from '#tests/support/test-app.ts';

const [keys, backupDir] = [temporaryFolder(), temporaryFolder()];
const backupIdentityFile = join(keys, 'identity.txt');
const folders = [keys, backupDir];
const nowhere = 's3://KEY:SECRET@127.0.0.1:1/evidence?tls=off';
const keep = { backupKeepDays: 14, backupKeepWeeks: 0, backupKeepMonths: 0 };
const tableIn = 'public.bookings.copy.gz.age';
let app: TestApp;
let recipient: string;
let server: S3Server;
let store: S3Store;

beforeAll(async () => {
  [app, server] = [await startTestApp(), await startS3()];
  store = createS3Store(server.place);
  await recorded((await makePerson(app, 'state admin')).client);
  const identity = await generateX25519Identity();
  writeFileSync(backupIdentityFile, identity);
  recipient = await identityToRecipient(identity);
});
afterAll(async () => {
  store.close();
  await Promise.all([app.stop(), server.stop()]);
  for (const each of folders) rmSync(each, { recursive: true, force: true });
});

function folder(): string {
  const made = temporaryFolder();
  folders.push(made);
  return made;
}

const inBucket = (): string =>
  `s3://S3RVER:S3RVER@${new URL(server.place.endpoint).host}/evidence?tls=off`;

async function stored(): Promise<string[]> {
  const found: string[] = [];
  for await (const some of store.keys()) found.push(...some);
  return found.sort();
}

/** Runs hanya as an operator does; without holding up the bucket, which is in this process. */
function hanya(args: readonly string[], env: Record<string, string>) {
  const settings = {
    ...plainEnvironment(),
    DATA_DIR: app.dataDir,
    DATABASE_URL: app.ownerUrl,
    JWT_SECRET: testSecret,
    BACKUP_DIR: backupDir,
    BACKUP_RECIPIENTS: recipient,
    BACKUP_URL: inBucket(),
    ...env,
  };
  const program = ['server/commands/backup.ts', ...args];
  return new Promise<{ code: unknown; said: string }>((done) => {
    execFile(process.execPath, program, { env: settings }, (error, stdout, stderr) => {
      done({ code: error?.code ?? 0, said: stdout + stderr });
    });
  });
}

/** A backup of nothing, as it lies in a folder. */
function planted(place: string, name: string, file = tableIn): void {
  mkdirSync(join(place, name), { recursive: true });
  for (const each of [file, 'sums.sha256']) writeFileSync(join(place, name, each), name);
}

test(
  'while the bucket is away a backup stays here alone and says so, and the next run copies it',
  { tags: 'night' },
  async () => {
    const away = await hanya([], { BACKUP_URL: nowhere });
    expect(away.code).toBe(1);
    expect(away.said.split('\n').at(-2)).toMatch(
      /^The backup is only in \S+, because it could not be copied to the BACKUP_URL bucket: .+\.$/,
    );
    expect(away.said).not.toContain('SECRET');
    const [kept] = await backupsIn(backupDir);
    const troubles = async (now?: Date) =>
      (await backupTroubles({ backupDir, backupStore: server.place, databaseUrl: '' }, now)).map(
        ({ words }) => words,
      );
    expect(await troubles()).toEqual([
      'There is no backup in the BACKUP_URL bucket yet. Run hanya backup.',
    ]);
    expect(await hanya([], {})).toMatchObject({ code: 0 });
    expect(await stored()).toContain(`${kept?.name}/sums.sha256`);
    expect(await troubles()).toEqual([]);
    expect(await troubles(new Date(Date.now() + 3 * 86_400_000))).toContain(
      'The last backup in the BACKUP_URL bucket is 3 days old. Run hanya backup.',
    );
  },
);

test('when the machine is lost, its backup in the bucket restores on an empty one with an identity', async () => {
  const fetched = folder();
  expect(await hanya([], {})).toMatchObject({ code: 0 });
  rmSync(backupDir, { recursive: true });
  expect(await hanya(['fetch', fetched], {})).toMatchObject({ code: 0 });
  const backup = await findBackup(fetched);
  expect((await checkBackup(backup)).findings).toEqual([]);
  const [database, dataDir] = [await cloneDatabase(), folder()];
  await restoreBackup({ dataDir, backupIdentityFile }, database, backup);
  const there = openDatabase(database.ownerUrl);
  const rowsOf = async (db: typeof there) => [
    await db.selectFrom('users').select(['id', 'password_hash']).orderBy('id').execute(),
    await db.selectFrom('files').selectAll().orderBy('id').execute(),
  ];
  const [back, here] = [await rowsOf(there), await rowsOf(app.owner)];
  await closeDatabase(there);
  await database.drop();
  expect(back).toEqual(here);
  expect(readdirSync(join(dataDir, 'files'))).toEqual(readdirSync(join(app.dataDir, 'files')));
  // A folder that was fetched sends nothing back.
  const before = await stored();
  const copied: string[] = [];
  const put: S3Store['put'] = (key) => {
    copied.push(key);
    return Promise.resolve();
  };
  await copyOffsite({ ...store, put }, fetched, keep, new Date());
  expect(copied).toEqual([]);
  expect(await stored()).toEqual(before);
});

test('nothing that is not encrypted leaves the machine', async () => {
  const place = folder();
  const { backup } = await takeBackup({ ...app, backupSecrets: true }, app.ownerUrl, place);
  await takeBackup({ ...app, backupRecipients: [recipient] }, app.ownerUrl, place);
  await copyOffsite(store, place, keep, new Date());
  const found = await stored();
  expect(found.filter((key) => !key.endsWith('.age') && !key.endsWith('/sums.sha256'))).toEqual([]);
  expect(found.filter((key) => key.startsWith(backup.name))).toEqual([]);
});

test(
  'a backup that came half is not offered, and one of the future is no answer to a moment',
  { tags: 'night' },
  async () => {
    const other = await startS3();
    const half = createS3Store(other.place);
    const place = folder();
    planted(place, '2026-01-02T00-11-00-000Z');
    // A copy that was broken off has no sums, which come last.
    const put: S3Store['put'] = async (key, ...rest) => {
      if (key.endsWith(tableIn)) throw new Error('broken off');
      await half.put(key, ...rest);
    };
    await expect(copyOffsite({ ...half, put }, place, keep, new Date())).rejects.toThrow('broken');
    const [file, sums] = [tableIn, 'sums.sha256'].map((name) => `2026-01-02T00-11-00-000Z/${name}`);
    await half.put(file ?? '', join(place, file ?? ''), 'text/plain');
    // A key that would lead out of the folder is none of ours.
    await half.put('2026-01-02T00-11-00-000Z/../../out.age', join(place, file ?? ''), 'text/plain');
    const fetch = (before: Date | null) => fetchOffsite(half, join(place, 'fetched'), before);
    await expect(fetch(null)).rejects.toThrow('The BACKUP_URL bucket has no complete backup.');
    expect(existsSync(join(place, 'fetched'))).toBe(false);
    await half.put(sums ?? '', join(place, sums ?? ''), 'text/plain');
    await expect(fetch(new Date('2026-01-01'))).rejects.toThrow(
      'no complete backup from before 2026-',
    );
    expect(await fetch(new Date('2026-01-03'))).toBe('2026-01-02T00-11-00-000Z');
    expect(readdirSync(join(place, 'fetched', '2026-01-02T00-11-00-000Z'))).toHaveLength(2);
    // A fetch that is broken off leaves no backup, and goes on when it is repeated.
    const torn = join(place, 'torn');
    const open = async (key: string) => (key === sums ? undefined : half.open(key));
    await expect(fetchOffsite({ ...half, open }, torn, null)).rejects.toThrow(
      'is no longer in the BACKUP_URL bucket',
    );
    expect(await backupsIn(torn)).toEqual([]);
    for (let times = 0; times < 2; times += 1) await fetchOffsite(half, torn, null);
    expect(readdirSync(torn)).toEqual(['2026-01-02T00-11-00-000Z']);
    half.close();
    await other.stop();
  },
);

test('the bucket keeps backups by the same rule, but loses none that a new machine merely lacks', async () => {
  const other = await startS3();
  const bucket = createS3Store(other.place);
  const names = ['01', '20', '31'].map((day) => `2026-01-${day}T00-11-00-000Z`);
  const place = folder();
  for (const name of names) {
    planted(place, name);
    planted(join(place, 'base'), name, 'base.tar.age');
    rmSync(join(place, 'base', name, 'sums.sha256'));
  }
  mkdirSync(join(place, 'secrets'));
  writeFileSync(join(place, 'secrets', `${names[0]}.json.age`), 'secret');
  const named = async () => {
    const found: string[] = [];
    for await (const some of bucket.keys()) found.push(...some);
    return names.filter((name) => found.some((key) => key.includes(name)));
  };
  const now = new Date('2026-02-01T00:11:00Z');
  // The folder has every backup still, so none goes from the bucket.
  for (let times = 0; times < 2; times += 1) await copyOffsite(bucket, place, keep, now);
  expect(await named()).toEqual(names);
  const empty = folder();
  await copyOffsite(bucket, empty, keep, now);
  expect(await named()).toEqual(names.slice(1));
  // The log goes with the oldest copy of the cluster, and a day later.
  const piece = `wal/${'0'.repeat(24)}.gz.age`;
  await bucket.put(piece, join(place, 'secrets', `${names[0]}.json.age`), 'text/plain');
  const copyAsOf = async (at: string) => {
    async function* list() {
      for await (const some of bucket.list(''))
        yield some.map(({ key }) => ({ key, at: new Date(at) }));
    }
    await copyOffsite({ ...bucket, list }, empty, keep, now);
    return (await bucket.open(piece)) !== undefined;
  };
  expect(await copyAsOf('2026-01-19T01:00:00Z')).toBe(true);
  expect(await copyAsOf('2026-01-18T23:00:00Z')).toBe(false);
  await copyOffsite(bucket, empty, keep, new Date('2027-01-01T00:00:00Z'));
  expect(await named()).toEqual(names.slice(2));
  // Without its sums it is half of one, which goes after a day.
  await bucket.remove(`${names[2]}/sums.sha256`);
  await bucket.remove(`base/${names[2]}/base.tar.age`);
  await copyOffsite(bucket, empty, keep, new Date('2026-01-31T12:00:00Z'));
  expect(await named()).toEqual(names.slice(2));
  await copyOffsite(bucket, empty, keep, new Date('2026-02-02T00:00:00Z'));
  expect(await named()).toEqual([]);
  bucket.close();
  await other.stop();
});

test('the log is copied as it is packed, and whole after a failure', async () => {
  const place = folder();
  const piece = (number: number) => `${String(number).padStart(24, '0')}.gz.age`;
  const pack = (number: number) => {
    writeFileSync(join(place, 'wal', piece(number)), 'log');
    return [piece(number)];
  };
  mkdirSync(join(place, 'wal'));
  pack(1);
  const there = async () => (await stored()).filter((key) => key.startsWith('wal/')).length;
  const copy = createLogCopy(place, server.place);
  expect(await copy(pack(2))).toBeUndefined();
  expect(await there()).toBe(2);
  // Only what was packed is copied then: nobody lists the bucket every minute.
  pack(3);
  expect(await copy(pack(4))).toBeUndefined();
  expect(await there()).toBe(3);
  const away = { ...server.place, endpoint: 'http://127.0.0.1:1' };
  expect(await createLogCopy(place, away)([])).toMatch(
    /^The database’s log could not be copied to the BACKUP_URL bucket: .+\.$/,
  );
  rmSync(join(place, 'wal', piece(4)));
  expect(await copy([piece(4)])).toContain('could not be copied');
  expect(await copy([])).toBeUndefined();
  expect(await there()).toBe(4);
});
