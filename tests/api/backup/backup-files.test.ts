// @module-tag night
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { ulid } from 'ulid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { filesOf, hashOfFile, hashOfText, readManifest } from '#server/backup/backup-folder.ts';
import { holdDrill } from '#server/backup/check.ts';
import { lastDrill } from '#server/backup/drill.ts';
import { takeBackup } from '#server/backup/take.ts';
import { recorded } from '#tests/support/collisions.ts';
import { until } from '#tests/support/journey.ts';
import { makePerson } from '#tests/support/people.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
const folder = temporaryFolder();
beforeAll(async () => {
  app = await startTestApp();
  const admin = await makePerson(app, 'state admin');
  await recorded(admin.client);
  await recorded(admin.client);
});
afterAll(async () => {
  await app.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A file that the store doesn't have, and to which nothing refers. */
async function aRowOnly(): Promise<string> {
  const id = ulid();
  await app.owner
    .insertInto('files')
    .values({ id, kind: 'picture', content_type: 'image/jpeg', bytes: 3, sha256: 'a'.repeat(64) })
    .execute();
  return id;
}

/** A stored file that can't be read to its end before it is let go of. */
async function held() {
  const { id } = await app.db
    .selectFrom('files')
    .select('id')
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const path = join(app.dataDir, 'files', id);
  const content = readFileSync(path);
  renameSync(path, `${path}.whole`);
  execFileSync('mkfifo', [path]);
  return {
    id,
    async letGo() {
      await writeFile(path, content);
      rmSync(path);
      renameSync(`${path}.whole`, path);
    },
  };
}

/** How the database sees the connections of whoever takes the backup. */
async function takers() {
  const { rows } = await sql<{ state: string; holdsMoment: boolean; keepsOut: boolean }>`
    select state, backend_xmin is not null as "holdsMoment",
      exists (select from pg_locks
              where pg_locks.pid = pg_stat_activity.pid and locktype = 'advisory') as "keepsOut"
    from pg_stat_activity
    where application_name = 'hanya backup' and datname = current_database()
    order by state`.execute(app.owner);
  return rows;
}

test('while files are copied no moment of the database is held, and what is removed meanwhile is said', async () => {
  const [lost, gone] = [await aRowOnly(), await aRowOnly()];
  const slow = await held();
  const taking = takeBackup(app, app.ownerUrl, folder);
  await until('only files are left to copy', async () => {
    const [copier] = await takers();
    return copier?.state === 'idle' && !copier.holdsMoment;
  });
  // A pooler in transaction mode takes back what holds no transaction.
  expect((await takers()).filter(({ keepsOut }) => keepsOut)).toEqual([
    { state: 'idle in transaction', holdsMoment: false, keepsOut: true },
  ]);
  const name = readdirSync(folder).find((each) => each.endsWith('.partial')) ?? '';
  expect(readdirSync(join(folder, name))).not.toContain('files.list');
  await expect(takeBackup(app, app.ownerUrl, folder)).rejects.toThrow(
    'Another backup is already being taken',
  );
  await app.owner.deleteFrom('files').where('id', '=', gone).execute();
  // What comes meanwhile is of the next backup.
  const later = await aRowOnly();
  await slow.letGo();
  const { backup } = await taking;

  const { files, tables } = await readManifest(backup);
  expect(files).toMatchObject({ damaged: [lost, gone].sort(), gone: [gone] });
  expect(files.count).toBe(tables.find((table) => table.name === 'files')?.rows);
  expect(files.damaged).not.toContain(later);
  expect(await hashOfFile(join(filesOf(folder), slow.id))).toBe(
    (await app.db.selectFrom('files').select('sha256').where('id', '=', slow.id).executeTakeFirst())
      ?.sha256,
  );
  expect(readdirSync(backup.path)).not.toContain('files.list');
  const words = `The file ${lost} was already missing or damaged when the backup was taken.`;
  expect((await holdDrill(backup)).findings).toEqual([words]);
  expect(await lastDrill(folder)).toMatchObject({ backup: backup.name, holds: false, words });
});

test('a backup of before, whose manifest says nothing of files that went, is read as it was', async () => {
  const { backup } = await takeBackup(app, app.ownerUrl, folder);
  const path = join(backup.path, 'manifest.json');
  const text = readFileSync(path, 'utf8');
  const before = text.replace(/,"gone":\[[^\]]*\]/, '');
  expect(before).not.toBe(text);
  const { sha256: _, ...manifest } = JSON.parse(before) as Record<string, unknown>;
  const sha256 = hashOfText(JSON.stringify(manifest));
  writeFileSync(path, JSON.stringify({ ...manifest, sha256 }));
  expect((await readManifest(backup)).files.gone).toEqual([]);
});
