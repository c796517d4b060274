import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { backupTroubles } from '#server/backup/nightly.ts';
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
    words: 'No backup was ever read back: run hanya backup check.',
  });
  drilled(place, '2026-01-02T01:41:00Z');
  expect(await told()).toBeUndefined();
  drilled(place, '2026-01-01T01:41:00Z');
  expect((await told())?.words).toBe(
    'A backup was last read back 8 days ago: run hanya backup check.',
  );
  drilled(place, '2026-01-09T01:41:00Z', 'bookings.copy.gz is missing or damaged.');
  expect((await told())?.words).toBe(
    'The backup 2026-01-31T00-11-00-000Z could not be read back whole: bookings.copy.gz is missing or damaged.',
  );
  writeFileSync(join(place, 'drill.json'), '{"at":');
  expect((await told())?.words).toBe('No backup was ever read back: run hanya backup check.');
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
    expect(drill([place], {})).toContain('is missing or damaged, so this is no backup');
    expect(existsSync(join(place, 'drill.json'))).toBe(false);
    expect(drill([], { BACKUP_DIR: place })).toContain('so this is no backup');
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
    { words: 'The last backup is 3 days old: run hanya backup.' },
  ]);
  expect(await keepBackups(place, keep, new Date('2027-01-01T00:00:00Z'))).toHaveLength(1);
  expect(await backupTroubles({ backupDir: join(place, 'none') })).toMatchObject([
    { words: 'There is no backup yet: run hanya backup.' },
  ]);
  expect(await backupTroubles({})).toEqual([]);
});
