import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findBackup } from '#server/backup/backup-folder.ts';
import { backupTroubles, newestPiece, whyNoFreshBackup } from '#server/backup/nightly.ts';
import { keepBackups } from '#server/backup/retention.ts';
import { plainEnvironment } from '#tests/support/plain-environment.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const folder = temporaryFolder();
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function drilled(place: string, at: string, words = '') {
  const drill = { at, backup: '2026-01-31T00-11-00-000Z', holds: words === '', words };
  writeFileSync(join(place, 'drill.json'), JSON.stringify(drill));
}

test('a backup that could not be read back, or none for eight days, is told of', async () => {
  const place = join(folder, 'drilled');
  for (const day of ['01', '09'])
    mkdirSync(join(place, `2026-01-${day}T00-11-00-000Z`), { recursive: true });
  const told = async () =>
    (await backupTroubles({ backupDir: place }, new Date('2026-01-09T12:00:00Z')))[0];
  expect(await told()).toEqual({
    name: 'drill',
    words: 'No backup has been checked yet. Run hanya backup check.',
  });
  drilled(place, '2026-01-02T01:41:00Z');
  expect(await told()).toBeUndefined();
  drilled(place, '2026-01-01T01:41:00Z');
  expect((await told())?.words).toBe(
    'A backup was last checked 8 days ago. Run hanya backup check.',
  );
  drilled(place, '2026-01-09T01:41:00Z', 'bookings.copy.gz is missing or damaged.');
  expect((await told())?.words).toBe(
    'The backup 2026-01-31T00-11-00-000Z failed its check. bookings.copy.gz is missing or damaged.',
  );
  writeFileSync(join(place, 'drill.json'), '{"at":');
  expect((await told())?.words).toBe('No backup has been checked yet. Run hanya backup check.');
});

test(
  'a drill of the server’s own backups is written down, of a copy elsewhere nothing is',
  { tags: 'night' },
  () => {
    const place = join(folder, 'elsewhere');
    mkdirSync(join(place, '2026-01-01T00-11-00-000Z'), { recursive: true });
    const drill = (args: readonly string[], env: Record<string, string>) =>
      spawnSync(process.execPath, ['server/commands/backup.ts', 'check', ...args], {
        encoding: 'utf8',
        env: { ...plainEnvironment(), ...env },
      }).stderr;
    expect(drill([place], {})).toContain('is missing or damaged, so this backup cannot be used');
    expect(existsSync(join(place, 'drill.json'))).toBe(false);
    expect(drill([], { BACKUP_DIR: place })).toContain('so this backup cannot be used');
    expect(JSON.parse(readFileSync(join(place, 'drill.json'), 'utf8'))).toMatchObject({
      backup: '2026-01-01T00-11-00-000Z',
      holds: false,
    });
  },
);

test('old backups go, the newest never; an overdue one is told of', async () => {
  const place = join(folder, 'kept');
  const names = [
    '2026-01-01T00-11-00-000Z',
    '2026-01-20T00-11-00-000Z',
    '2026-01-31T00-11-00-000Z',
  ];
  for (const name of names) mkdirSync(join(place, name), { recursive: true });
  const keep = { backupKeepDays: 14, backupKeepWeeks: 0, backupKeepMonths: 0 };
  const told = async (day: string) => backupTroubles({ backupDir: place }, new Date(day));
  drilled(place, '2026-02-01T01:41:00Z');
  const kept = await keepBackups(place, keep, new Date('2026-02-01T00:11:00Z'));
  expect(kept.map(({ name }) => name)).toEqual(names.slice(1));
  expect(await told('2026-02-01T12:00:00Z')).toEqual([]);
  expect(await told('2026-02-03T12:00:00Z')).toMatchObject([
    { words: 'The last backup is 3 days old. Run hanya backup.' },
  ]);
  expect(await keepBackups(place, keep, new Date('2027-01-01T00:00:00Z'))).toHaveLength(1);
  const none = { backupDir: join(place, 'none'), databaseUrl: '' };
  expect(await backupTroubles(none)).toMatchObject([
    { words: 'There is no backup yet. Run hanya backup.' },
  ]);
  expect(await backupTroubles({})).toEqual([]);
});

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
const nameOfDay = (days: number) => inDays(days).toISOString().replaceAll(/[:.]/g, '-');

test('a backup from the future is a trouble of its own, and the newest of nothing', async () => {
  const place = join(folder, 'future');
  const future = join(place, nameOfDay(300));
  mkdirSync(future, { recursive: true });
  const odd = `The backup ${future} is named after a time in the future, because a clock was wrong. Rename the backup to the time when it was taken, or remove it.`;
  const words = async () =>
    (await backupTroubles({ backupDir: place, databaseUrl: '' })).map((trouble) => trouble.words);
  expect(await words()).toEqual([odd, 'There is no backup yet. Run hanya backup.']);
  await expect(findBackup(place)).rejects.toThrow(`There is no backup in ${place}. ${odd}`);
  expect((await findBackup(future)).path).toBe(future);
  expect(await whyNoFreshBackup({ backupDir: place })).toBe(`${odd} There is no other`);

  const old = join(place, nameOfDay(-58));
  mkdirSync(old);
  drilled(place, inDays(300).toISOString());
  expect(await words()).toEqual([
    odd,
    'The last backup is 58 days old. Run hanya backup.',
    'No backup has been checked yet. Run hanya backup check.',
  ]);
  expect((await findBackup(place)).path).toBe(old);
  expect(await whyNoFreshBackup({ backupDir: place })).toMatch(/^The newest backup is from /);
  const none = { backupKeepDays: 1, backupKeepWeeks: 0, backupKeepMonths: 0 };
  const kept = await keepBackups(place, none, new Date());
  expect([kept.map(({ path }) => path), existsSync(future)]).toEqual([[old], true]);

  // A clock that is a little ahead is none that is wrong.
  mkdirSync(join(place, nameOfDay(4 / 1_440)));
  expect(await whyNoFreshBackup({ backupDir: place })).toBeUndefined();
});

test('a folder of backups that can’t be read is a trouble, and hides no other alarm', async () => {
  const place = join(folder, 'no-folder');
  writeFileSync(place, '');
  expect(await backupTroubles({ backupDir: place, databaseUrl: '' })).toEqual([
    {
      name: 'backup',
      words: `BACKUP_DIR ${place} is not a folder (ENOTDIR). Name a folder in its setting.`,
    },
  ]);
});

test('a log of which no piece arrives is told of, where the embedded database writes one', async () => {
  const place = join(folder, 'log');
  mkdirSync(join(place, 'wal'), { recursive: true });
  mkdirSync(join(place, nameOfDay(0)));
  const names = async (databaseUrl?: string) =>
    (
      await backupTroubles(
        { backupDir: place, ...(databaseUrl !== undefined && { databaseUrl }) },
        new Date(Date.now() + 6 * 60_000),
      )
    ).map(({ name }) => name);
  expect(await names('postgres://elsewhere')).toEqual([]);
  expect(await names()).toEqual(['log']);

  const piece = join(place, 'wal', '000000010000000000000003.gz');
  writeFileSync(piece, '');
  const since = new Date(0);
  const writtenAt = (minutes: number) => {
    const at = new Date(Date.now() + minutes * 60_000);
    utimesSync(piece, at, at);
    return at;
  };
  const at = writtenAt(-10);
  expect(await newestPiece({ backupDir: place }, since)).toEqual(at);
  expect(await newestPiece({ backupDir: place }, new Date())).not.toEqual(at);
});
