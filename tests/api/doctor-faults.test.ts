import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Look } from '#contract/operations.ts';
import { readConfig } from '#server/config/config.ts';
import { closeDatabase, type Database, openDatabase } from '#server/db/database.ts';
import { secretFingerprint } from '#server/db/shared-secret.ts';
import { examine, type Machine } from '#server/process/checkup.ts';
import { thisRelease } from '#server/process/release.ts';
import { startS3 } from '#tests/gateways/s3-server.ts';
import { closedDatabase, failure, plantedDatabase } from '#tests/support/faults.ts';
import { freePort } from '#tests/support/free-port.ts';
import { cloneDatabase, type ClonedDatabase } from '#tests/support/template.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const folder = temporaryFolder();
const earlierSecret = 'Zp5tR8wXq1Nv3mKc7bHf2jLd6gYs9aTe';
let database: ClonedDatabase;
let db: Database;

beforeAll(async () => {
  database = await cloneDatabase();
  db = openDatabase(database.appUrl);
});
afterAll(async () => {
  await closeDatabase(db);
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const roomy = { bavail: 1e9, blocks: 1.1e9, bsize: 4_096 };
const machine: Machine = {
  probe: () => Promise.resolve(roomy),
  openReplica: () => plantedDatabase(() => []),
};

/** What is looked at, of an installation that is else as it should be. */
interface Planted {
  readonly env?: Record<string, string>;
  readonly db?: Database;
  readonly machine?: Partial<Machine>;
}

async function looks(planted: Planted): Promise<Look[]> {
  const env = {
    DATA_DIR: folder,
    DEMO: 'off',
    JWT_SECRET: 'Qm4vT8xZr2Lw9sKd7nPf3gHj6bYc5aVe',
    DATABASE_URL: 'postgres://hanya_app:x@127.0.0.1:5432/hanya',
    ...planted.env,
  };
  return examine(readConfig(env), planted.db ?? db, { ...machine, ...planted.machine });
}

const of = (name: string) => (found: readonly Look[]) =>
  found.filter(({ what, state }) => what === name && state !== 'well');

type Told = string | Promise<string>;

/** The sentence of one look that isn't well. */
const told = (what: string, planted: Planted, holds = /./): Promise<string> =>
  looks(planted).then((found) => {
    const words = of(what)(found)
      .map((one) => one.words)
      .filter((text) => holds.test(text));
    expect(words, what).toHaveLength(1);
    return words[0] ?? '';
  });

const refusedSettings = (env: Record<string, string>): string => {
  try {
    readConfig({ DEMO: 'off', ...env });
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
  return '';
};

/** A real connection that fails, with an address made of the good one. */
async function refused(change: (url: URL) => void): Promise<string> {
  const url = new URL(database.appUrl);
  change(url);
  const away = openDatabase(url.href);
  try {
    return await told('Database', { db: away });
  } finally {
    await closeDatabase(away);
  }
}

const closed = (code: string) => told('Database', { db: closedDatabase(failure(code)) });

const probing = (bad: string, code: string): Partial<Machine> => ({
  probe: (place) =>
    place === bad ? Promise.reject(failure(code, `${code}: write`)) : Promise.resolve(roomy),
});

const backupDir = join(folder, 'backups');
const inDays = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().replaceAll(/[:.]/g, '-');

function backupsOf(days: number): Record<string, string> {
  const place = join(folder, `backups-${days}`);
  mkdirSync(join(place, inDays(days)), { recursive: true });
  const drill = { at: new Date().toISOString(), backup: inDays(days), holds: true, words: '' };
  writeFileSync(join(place, 'drill.json'), JSON.stringify(drill));
  return { BACKUP_DIR: place };
}

const withReplica = { DATABASE_READ_URL: 'postgres://hanya_app:x@127.0.0.1:5433/hanya' };
const replicaSays = (row: Record<string, unknown>) => ({
  env: withReplica,
  machine: { openReplica: () => plantedDatabase(() => [row]) },
});

/** The auditor of an installation with one, whose role has these rights and walked so long ago. */
const auditorSays = (hours: number, ...standing: unknown[]) =>
  told('Auditor', {
    env: { AUDIT_ROLE: 'hanya_auditor' },
    db: plantedDatabase((text) => {
      if (text.includes('current_user as own')) return [{ own: 'hanya_app', hours }];
      return text.includes('with auditor as') ? standing : undefined;
    }, db),
  });

const answering = (pattern: RegExp, ...rows: unknown[]) =>
  plantedDatabase((text) => (pattern.test(text) ? rows : undefined), db);

/** Each fault, and what plants it and answers the doctor's sentence. */
const faults: Readonly<Record<string, () => Told>> = {
  'The password of `DATABASE_URL` is wrong': () => refused((url) => (url.password = 'wrong')),
  'PostgreSQL does not accept the role of `DATABASE_URL` from this machine': () => closed('28000'),
  'The database of `DATABASE_URL` is not there': () =>
    refused((url) => (url.pathname = '/no_such_database')),
  'PostgreSQL doesn’t run': async () => {
    const port = await freePort();
    return refused((url) => (url.port = String(port)));
  },
  'The host of `DATABASE_URL` is misspelt': () => closed('ENOTFOUND'),
  'A firewall blocks the way to PostgreSQL': () => closed('ETIMEDOUT'),
  'PostgreSQL has all connections in use': () => closed('53300'),
  'PostgreSQL is replaying its log after a crash': () => closed('57P03'),
  'PostgreSQL’s certificate has expired': () => closed('CERT_HAS_EXPIRED'),
  'PostgreSQL’s certificate is self-signed': () => closed('DEPTH_ZERO_SELF_SIGNED_CERT'),
  'PostgreSQL is older than 18': () =>
    told('Database', {
      db: answering(/server_version_num/, { version: 150_008, encoding: 'UTF8' }),
    }),
  'The database was made without UTF8': () =>
    told('Database', {
      db: answering(/server_version_num/, { version: 180_004, encoding: 'SQL_ASCII' }),
    }),
  'A newer Hanya has migrated the database': () =>
    told(
      'Database',
      { db: answering(/from releases/, { version: '9.0.0', oldestBeside: '9.0.0' }) },
      /9\.0/,
    ),
  'Nobody has run `hanya migrate` on an empty database': () =>
    told('Database', { env: { MIGRATE: 'off' }, db: answering(/to_regclass/, { known: false }) }),
  'A new version is started with `MIGRATE=off` before `hanya migrate`': () =>
    told(
      'Database',
      { env: { MIGRATE: 'off' }, db: answering(/from migrations order by/) },
      /lacks/,
    ),
  'fsync is off': () => told('Database', {}, /fsync/),
  'The role of `DATABASE_URL` may change the trail': async () => {
    const owner = openDatabase(database.ownerUrl);
    try {
      return await told('Database', { db: owner }, /can change/);
    } finally {
      await closeDatabase(owner);
    }
  },
  'The role of `DATABASE_URL` is a superuser': () =>
    told(
      'Database',
      {
        db: answering(/is_superuser/, {
          version: 180_004,
          role: 'postgres',
          is_superuser: true,
          fsync: 'on',
          full_page_writes: 'on',
          synchronous_commit: 'on',
        }),
      },
      /superuser/,
    ),
  'The clocks differ by six minutes': () =>
    told('Clock', {
      db: answering(/clock_timestamp/, { now: new Date(Date.now() + 360_000) }),
    }).then((words) => words.replace(/3[56]\d\.\d s/, '360.0 s')),
  'The replica doesn’t run': () =>
    told('Replica', {
      env: withReplica,
      machine: { openReplica: () => closedDatabase(failure('ECONNREFUSED')) },
    }),
  '`DATABASE_READ_URL` names the primary': () =>
    told('Replica', replicaSays({ isReplica: false, bytes: 0, seconds: 0 })),
  'The replica is paused': () =>
    told('Replica', replicaSays({ isReplica: true, bytes: 4_096, seconds: 3_600 })),
  'The disk of `DATA_DIR` is full': () => told('Disk', { machine: probing(folder, 'ENOSPC') }),
  '`DATA_DIR` belongs to another user': () => told('Disk', { machine: probing(folder, 'EACCES') }),
  '`DATA_DIR` can only be read': () => told('Disk', { machine: probing(folder, 'EROFS') }),
  '`DATA_DIR` has less than 1 GB left': () =>
    told('Disk', { machine: { probe: () => Promise.resolve({ ...roomy, bavail: 1e5 }) } }),
  'The disk of `BACKUP_DIR` is full': () =>
    told('Backups', { env: { BACKUP_DIR: backupDir }, machine: probing(backupDir, 'ENOSPC') }),
  '`BACKUP_DIR` belongs to another user': () =>
    told('Backups', { env: { BACKUP_DIR: backupDir }, machine: probing(backupDir, 'EACCES') }),
  'The last backup is old': () => told('Alarms', { env: backupsOf(-58) }, /days old/),
  'A backup is named in the future': () => told('Alarms', { env: backupsOf(300) }, /in the future/),
  'The bucket for backups is away': async () => {
    const server = await startS3();
    const { host } = new URL(server.place.endpoint);
    await server.stop();
    return told('Bucket for backups', {
      env: {
        ...backupsOf(0),
        BACKUP_RECIPIENTS: await identityToRecipient(await generateX25519Identity()),
        BACKUP_URL: `s3://S3RVER:S3RVER@${host}/evidence?tls=off`,
      },
    });
  },
  'The mail server doesn’t run': async () =>
    told('Mail', { env: { SMTP_URL: `smtp://127.0.0.1:${await freePort()}` } }),
  'The payment gateway doesn’t run': async () =>
    told('Paystack', {
      env: {
        PAYSTACK_URL: `http://127.0.0.1:${await freePort()}`,
        PAYSTACK_SECRET_KEY: 'sk_test_1',
        PAYSTACK_EMAIL: 'receipts@hanya.test',
      },
    }),
  'The file of the map is not there': () => told('Map', { env: { MAP_FILE: '/nowhere.pmtiles' } }),
  '`PUBLIC_URL` begins with http': () => refusedSettings({ PUBLIC_URL: 'http://traffic.example' }),
  '`JWT_SECRET` is short': () => refusedSettings({ JWT_SECRET: 'short' }),
  'Another server has another `JWT_SECRET`': () =>
    told('Secret', { db: answering(/secret_fingerprint/, { noted: 'f'.repeat(32) }) }),
  '`JWT_SECRET` is changed, and `hanya migrate` has not run since': () =>
    told('Secret', {
      env: { MIGRATE: 'off', JWT_SECRET_PREVIOUS: earlierSecret },
      db: answering(/secret_fingerprint/, { noted: secretFingerprint(earlierSecret) }),
    }),
  'Nobody has noted `JWT_SECRET` in the database': () =>
    told('Secret', {
      env: { MIGRATE: 'off' },
      db: answering(/secret_fingerprint/, { noted: null }),
    }),
  'The role of `AUDIT_ROLE` is not there': () =>
    told('Auditor', { env: { AUDIT_ROLE: 'nobody_at_all' } }),
  'The role of `AUDIT_ROLE` may change records': () =>
    auditorSays(1, { mayChange: true, lacks: false }),
  'The role of `AUDIT_ROLE` may not read everything': () =>
    auditorSays(1, { mayChange: false, lacks: true }),
  'The role of `AUDIT_ROLE` has not walked for two nights': () =>
    auditorSays(40.5, { mayChange: false, lacks: false }),
};

/** What differs from machine to machine, or with each migration, stands as three dots. */
const inTable = (words: string): string =>
  words
    .replaceAll(new RegExp(`${folder}(?:[\\w./-]*[\\w/-])?`, 'g'), '…')
    .replaceAll(thisRelease.version, '…')
    .replace(/(?<=lacks )\d+(?= migrations)/, '…')
    .replaceAll(/127\.0\.0\.1:\d+/g, '…')
    .replaceAll('|', '\\|');

const written = new Map(
  [...readFileSync('docs/runbooks.md', 'utf8').matchAll(/^\| (.+?) +\| (.+?) +\|$/gm)].map(
    ([, fault = '', says = '']) => [fault, says],
  ),
);

test.each(Object.entries(faults))('%s: the doctor says so and what to do', async (fault, plant) => {
  const words = inTable(await plant());
  // First what is wrong, then what to do about it.
  expect(words).toMatch(/^.+?(?:[^.]\. [A-Z\d]| https?:).+\.$/);
  expect(written.get(fault), `| ${fault} | ${words} |`).toBe(words);
});

test('the runbook has no fault that is not planted here', () => {
  const text = readFileSync('docs/runbooks.md', 'utf8');
  const [, section = ''] = text.split('\n## What hanya doctor finds\n');
  const [own = ''] = section.split(/^## /m);
  const rows = [...own.matchAll(/^\| (.+?) +\|/gm)].map(([, fault]) => fault).slice(2);
  expect(Object.keys(faults).length).toBeGreaterThanOrEqual(30);
  expect(rows).toEqual(Object.keys(faults));
});

test('a folder that can’t be written is said once', async () => {
  const found = await looks({ machine: probing(folder, 'EACCES') });
  const about = found.filter(({ words }) => words.includes('EACCES'));
  expect(about.map(({ what }) => what)).toEqual(['Disk']);
  expect(found.map(({ what }) => what)).not.toContain('Files');
});

test('a database that is away is said once', async () => {
  const found = await looks({ db: closedDatabase(failure('ECONNREFUSED')) });
  const about = found.filter(({ words }) => words.includes('ECONNREFUSED'));
  expect(about.map(({ what }) => what)).toEqual(['Database']);
});
