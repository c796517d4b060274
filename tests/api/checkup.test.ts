import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { examine } from '#server/process/checkup.ts';
import { startS3 } from '#tests/gateways/s3-server.ts';
import { asOwner } from '#tests/support/factories.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const real = { DEMO: 'off', ALARM_MAIL: 'operator@hanya.test', AUDIT_ROOT_FILE: 'roots.txt' };

/** The tests' own database never syncs. */
const unsynced =
  'wrong: Database: fsync, full_page_writes or synchronous_commit is off, so a power cut would lose bookings that Hanya had confirmed. Set all three to on in postgresql.conf, then run systemctl reload postgresql.';

/** What is not well, each with the first words of what is to be done. */
async function found(env: Record<string, string>, db = app.db): Promise<string[]> {
  const findings = await examine(readConfig({ DATA_DIR: app.dataDir, ...env }), db);
  return findings.flatMap(({ what, state, words }) =>
    // How full the disk is, is the machine's affair.
    state === 'well' || what === 'Disk' ? [] : [`${state}: ${what}: ${words}`],
  );
}

test('an installation that is well is told so, and a demo that it is one', async () => {
  expect((await found({})).filter((words) => words !== unsynced)).toEqual([
    'doubtful: Configuration: This is a demo with known passwords. Set DEMO=off for real work.',
  ]);
});

test('a database that a power cut could empty is wrong', async () => {
  expect(await found({})).toContain(unsynced);
});

test('settings that work and shouldn’t stay are named, one by one', async () => {
  const doubts = (await found({ DEMO: 'off' })).join('\n');
  for (const name of ['SMTP_URL', 'BACKUP_DIR', 'ALARM_MAIL', 'AUDIT_ROOT_FILE', 'payment gateway'])
    expect(doubts).toContain(name);
  expect((await found(real)).join('\n')).not.toContain('ALARM_MAIL');
});

test('a file of the map that can’t be used is wrong', async () => {
  expect(await found({ MAP_FILE: '/nowhere.pmtiles' })).toContain(
    'wrong: Map: MAP_FILE cannot be read (ENOENT). The map works without /nowhere.pmtiles. Put the file there, or remove its setting, and restart Hanya.',
  );
});

test('backups that anybody could read are doubtful', async () => {
  const doubts = async (env: Record<string, string>) =>
    (await found({ ...real, BACKUP_DIR: app.dataDir, ...env })).filter((words) =>
      words.includes('encrypted'),
    );
  expect(await doubts({})).toEqual([
    'doubtful: Configuration: BACKUP_RECIPIENTS is not set, so backups are not encrypted. Anybody who gets hold of a backup can read everything.',
  ]);
  const recipient = await identityToRecipient(await generateX25519Identity());
  expect(await doubts({ BACKUP_RECIPIENTS: recipient })).toEqual([]);
  mkdirSync(join(app.dataDir, '2026-01-01T00-11-00-000Z'));
  expect(await doubts({ BACKUP_RECIPIENTS: recipient })).toEqual([
    expect.stringContaining('doubtful: Backups: 1 older backup in '),
  ]);
});

test('a bucket for backups is tried, and is wrong where it does not answer', async () => {
  const server = await startS3();
  const { host } = new URL(server.place.endpoint);
  const at = async (bucket: string) => {
    const backups = {
      BACKUP_DIR: join(app.dataDir, 'backups'),
      BACKUP_RECIPIENTS: await identityToRecipient(await generateX25519Identity()),
      BACKUP_URL: `s3://S3RVER:S3RVER@${host}/${bucket}?tls=off`,
    };
    return (await found({ ...real, ...backups })).filter((words) => words.includes('Bucket'));
  };
  expect(await at('evidence')).toEqual([]);
  expect(await at('another')).toEqual([
    expect.stringMatching(
      /^wrong: Bucket for backups: The BACKUP_URL bucket cannot be used: .+\.$/,
    ),
  ]);
  await server.stop();
});

test('a database elsewhere without TLS is doubtful, one on this machine is not', async () => {
  const at = (host: string) => ({
    ...real,
    JWT_SECRET: 'a-secret-of-thirty-two-characters',
    DATABASE_URL: `postgres://app:x@${host}/hanya?sslmode=disable`,
  });
  expect((await found(at('db'))).join('\n')).toContain('sslmode=disable');
  expect((await found(at('127.0.0.1'))).join('\n')).not.toContain('sslmode=disable');
});

test('a role that may change what was recorded is wrong', async () => {
  expect(await found(real, app.owner)).toContainEqual(
    expect.stringMatching(/^wrong: Database: The role of DATABASE_URL can change the audit trail/),
  );
});

test('a mail server and a gateway that do not answer are wrong, each by its name', async () => {
  const findings = await found({
    ...real,
    SMTP_URL: 'smtp://127.0.0.1:1',
    PAYSTACK_URL: 'http://127.0.0.1:1',
    PAYSTACK_SECRET_KEY: 'sk_test_1',
    PAYSTACK_EMAIL: 'receipts@hanya.test',
  });
  expect(findings).toContainEqual(expect.stringMatching(/^wrong: Mail: /));
  expect(findings).toContainEqual(expect.stringMatching(/^wrong: Paystack: .+\.$/));
});

test('an alarm is wrong, in its own words', async () => {
  await asOwner(
    app,
    `insert into verifications (rows, seals, findings) values (1, 1, '{"Row 1 is missing."}')`,
  );
  expect(await found(real)).toContainEqual(
    'wrong: Alarms: The audit trail fails its check in 1 place. Run hanya audit verify.',
  );
});
