// @module-tag night
import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listBookings } from '#contract/bookings.ts';
import { listExceptions } from '#contract/exceptions.ts';
import { listFees } from '#contract/fees.ts';
import {
  type Backup,
  findBackup,
  type Manifest,
  readManifest,
} from '#server/backup/backup-folder.ts';
import { checkBackup } from '#server/backup/check.ts';
import { restoreBackup } from '#server/backup/restore.ts';
import { takeBackup } from '#server/backup/take.ts';
import { verifyAudit } from '#server/features/audit/verification.ts';
import { databaseOfBefore, lastOfBefore } from '#tests/support/before.ts';
import { signedIn } from '#tests/support/client.ts';
import { booked, until } from '#tests/support/journey.ts';
import { bareDatabase, type ClonedDatabase } from '#tests/support/template.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

/** Taken by the version that had 76 migrations, of a demo with some records of its own. */
const folder = temporaryFolder();
const demoPassword = 'hanya-demo-pass';
let backup: Backup;
let manifest: Manifest;
let restored: ClonedDatabase;
let app: TestApp;
/** What figures and the outbox of a new epoch stand for. */
const countedAnew = [
  ...['outbox', 'counters', 'counter_watermark', 'list_counters', 'list_changes', 'list_watermark'],
  ...['officer_counters', 'offence_counters', 'offence_changes', 'offence_watermark'],
  ...['reconciliation_counters', 'reconciliation_watermark'],
];
/** Rows of each table before anything ran on them. */
const counted: Record<string, number | undefined> = {};
const dataDir = temporaryFolder();

beforeAll(async () => {
  const packed = resolve('tests/fixtures/backup-of-before.tar.gz');
  expect(spawnSync('tar', ['-xzf', packed, '-C', folder]).status).toBe(0);
  const [name = ''] = readdirSync(folder).filter((entry) => entry !== 'files');
  backup = await findBackup(join(folder, name));
  manifest = await readManifest(backup);
  restored = await bareDatabase();
  await restoreBackup({ dataDir }, restored, backup);
  const owner = new pg.Client({ connectionString: restored.ownerUrl });
  await owner.connect();
  for (const { schema, name } of manifest.tables.filter(
    (table) => !countedAnew.includes(table.name),
  )) {
    const { rows } = await owner.query<{ count: number }>(
      `select count(*)::integer as count from ${schema}.${name}`,
    );
    counted[`${schema}.${name}`] = rows[0]?.count;
  }
  await owner.end();
  app = await startTestApp({}, restored);
});
afterAll(async () => {
  await app.stop();
  for (const each of [folder, dataDir]) rmSync(each, { recursive: true, force: true });
});

test('every row of a backup of before comes back, and every file', () => {
  expect(manifest.migrations.at(-1)?.name).toBe(lastOfBefore[76]);
  // A restore ends or forgets these, and seals what waits.
  const settled = ['sessions', 'attempts', 'password_resets', 'unused_files', 'audit_seals'];
  const whole = manifest.tables.filter(({ name }) => ![...settled, ...countedAnew].includes(name));
  expect(whole.length).toBeGreaterThan(40);
  expect(counted).toMatchObject(
    Object.fromEntries(whole.map(({ schema, name, rows }) => [`${schema}.${name}`, rows])),
  );
  expect(readdirSync(join(dataDir, 'files')).filter((name) => name !== 'drafts')).toHaveLength(
    manifest.files.count,
  );
});

test('its records are read, searched and added to, and its trail holds', async () => {
  const admin = await signedIn(app.url, 'state-admin@hanya.test', demoPassword);
  const found = async (name: string) =>
    (await admin.ok(listBookings, { query: { _searchname: name } })).data.map(
      ({ registration }) => registration,
    );
  expect(await found('muhammad olusegun')).toEqual(['KÀD-407-ZX']);
  expect(await found('KAD 407 ZX')).toEqual(['KÀD-407-ZX']);
  const { data: exceptions } = await admin.ok(listExceptions, {});
  expect(exceptions.length).toBeGreaterThan(0);
  for (const { story } of exceptions) expect(story).not.toBe('');
  const { rows: officers } = await sql<{ said: unknown }>`
    select distinct officer ->> 'type' = any(array(select type from collision_officers)) as said
    from audit cross join lateral jsonb_array_elements(after -> 'officer') as officer
    where event = 'collision.recorded'`.execute(app.db);
  expect(officers).toEqual([{ said: true }]);
  expect((await admin.ok(listFees, {})).data.length).toBeGreaterThan(0);
  const fees = app.db.selectFrom('fee_proposals').select('demo').execute();
  expect(await fees).toEqual([{ demo: true }]);
  const officer = await signedIn(app.url, 'booking-officer@hanya.test', demoPassword);
  const { _id } = await booked(officer);
  await until('the new booking is sealed', async () => {
    const { rows } = await sql`
      select from audit where record_id = ${_id}
        and id in (select unnest(row_ids) from audit_seals)`.execute(app.db);
    return rows.length > 0;
  });
  expect((await verifyAudit(app.db)).findings).toEqual([]);
});

test('a drill finds a backup of before whole', async () => {
  expect(await checkBackup(backup)).toMatchObject({
    findings: [],
    tables: manifest.tables.length,
    files: manifest.files.count,
  });
});

test('a backup of the last version with numbered migrations comes back as well', async () => {
  const before = await databaseOfBefore(lastOfBefore[88]);
  const target = await bareDatabase();
  const owner = new pg.Client({ connectionString: before.ownerUrl });
  await owner.connect();
  await owner.query(
    `insert into payment_exceptions
       (id, kind, organisation, zone, demo, gateway, receipt, story, fingerprint)
     values ('01KAPQ5V8RZ4Y6W3XNEM7T2HCD', 'unknown bill', 'Kaduna', '', false, 'PayKaduna', '',
             'No booking has it.', 'a key')`,
  );
  await owner.end();
  const into = temporaryFolder();
  const taken = await takeBackup({ dataDir }, before.ownerUrl, into);
  await restoreBackup({ dataDir: into }, target, taken.backup);
  const client = new pg.Client({ connectionString: target.ownerUrl });
  await client.connect();
  const { rows } = await client.query('select description, dedupe_key from payment_exceptions');
  await client.end();
  expect(rows).toEqual([{ description: 'No booking has it.', dedupe_key: 'a key' }]);
  await Promise.all([before.drop(), target.drop()]);
  rmSync(into, { recursive: true });
});
