// @module-tag night
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Booking, listBookings } from '#contract/bookings.ts';
import { exceptionRegister } from '#contract/exceptions.ts';
import { listFees } from '#contract/fees.ts';
import { type Backup, type Manifest, readManifest } from '#server/backup/backup-folder.ts';
import { checkBackup } from '#server/backup/check.ts';
import { restoreBackup } from '#server/backup/restore.ts';
import { catalogueOf } from '#server/db/catalogue.ts';
import { verifyAudit } from '#server/trail.ts';
import { signedIn } from '#tests/support/client.ts';
import { demoPassword, proposedIn, unpackedBackup } from '#tests/support/dated-migrations.ts';
import { booked, until } from '#tests/support/journey.ts';
import { bareDatabase, cloneDatabase, type ClonedDatabase } from '#tests/support/template.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

const folder = temporaryFolder();
const dataDir = temporaryFolder();
let backup: Backup;
let manifest: Manifest;
let restored: ClonedDatabase;
let app: TestApp;
/** Proposals of fees and money given back stand in tables of today; the erasure needs no marks. */
const gone = ['fee_proposals', 'given_back', 'erasure_marks'];
/** Rows of each table before anything ran on them. */
const counted: Record<string, number | undefined> = {};
let catalogue: readonly string[] = [];

beforeAll(async () => {
  backup = await unpackedBackup(folder);
  manifest = await readManifest(backup);
  restored = await bareDatabase();
  await restoreBackup({ dataDir }, restored, backup);
  const owner = new pg.Client({ connectionString: restored.ownerUrl });
  await owner.connect();
  const since = ['proposals', 'refunds'].map((name) => ({ schema: 'public', name }));
  const standing = manifest.tables.filter(({ name }) => !gone.includes(name));
  for (const { schema, name } of [...standing, ...since]) {
    const { rows } = await owner.query<{ count: number }>(
      `select count(*)::integer as count from ${schema}.${name}`,
    );
    counted[`${schema}.${name}`] = rows[0]?.count;
  }
  catalogue = await catalogueOf(owner);
  await owner.end();
  app = await startTestApp({}, restored);
});
afterAll(async () => {
  await app.stop();
  for (const each of [folder, dataDir]) rmSync(each, { recursive: true, force: true });
});

// A restore compares each table with the hash of its rows in the manifest.
test('every row of a backup with dated migrations comes back into today’s tables, and every file', async () => {
  expect(manifest.migrations.at(-1)?.name).toBe('2026-12-16-holds.sql');
  // A restore ends or forgets these, and seals what waits.
  const settled = [
    'sessions',
    'passkey_challenges',
    'attempts',
    'password_resets',
    'unused_files',
    'audit_seals',
    // A ticket that a court had decided leaves Unpaid, and devices hear of it.
    'outbox',
    'waiting_search',
  ];
  const stored = manifest.tables.filter(({ name }) => !settled.includes(name));
  const whole = stored.filter(({ name }) => !(name in proposedIn) && !gone.includes(name));
  expect(counted['public.refunds']).toBe(stored.find(({ name }) => name === 'given_back')?.rows);
  // Of an exception only a settlement is a proposal.
  const proposed = manifest.tables.filter(
    ({ name }) => name in proposedIn && name !== 'payment_exceptions',
  );
  expect(counted['public.proposals']).toBeGreaterThanOrEqual(
    proposed.reduce((sum, { rows }) => sum + rows, 0),
  );
  expect(stored.filter(({ rows }) => rows > 0).length).toBeGreaterThan(65);
  expect(counted).toMatchObject(
    Object.fromEntries(whole.map(({ schema, name, rows }) => [`${schema}.${name}`, rows])),
  );
  expect(readdirSync(join(dataDir, 'files')).filter((name) => name !== 'drafts')).toHaveLength(
    manifest.files.count,
  );
  const fresh = await cloneDatabase();
  const owner = new pg.Client({ connectionString: fresh.ownerUrl });
  await owner.connect();
  expect(catalogue).toEqual(await catalogueOf(owner));
  await owner.end();
  await fresh.drop();
});

test('its records are read, searched and added to, and its trail holds', async () => {
  const admin = await signedIn(app.url, 'state-admin@hanya.test', demoPassword);
  const { data: bookings } = await admin.ok(listBookings, {});
  const [{ name, _id: some }] = bookings as [Booking];
  const { data: found } = await admin.ok(listBookings, { query: { _searchname: name } });
  expect(found.map(({ _id }) => _id)).toContain(some);
  expect((await admin.ok(exceptionRegister.list, {})).data.length).toBeGreaterThan(0);
  expect((await admin.ok(listFees, {})).data.length).toBeGreaterThan(0);
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

test('a drill finds it whole', async () => {
  expect(await checkBackup(backup)).toMatchObject({
    findings: [],
    tables: manifest.tables.length,
    files: manifest.files.count,
  });
});
