import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { closeDatabase, type Database, openDatabase } from '#server/db/database.ts';
import { auditorFault } from '#server/db/grants.ts';
import { migrate, requireMigrated } from '#server/db/migrate.ts';
import { publishRoots, scheduleAudit } from '#server/features/audit/nightly.ts';
import { sealAudit } from '#server/features/audit/seals.ts';
import { auditor as looksAtAuditor } from '#server/process/checkup-database.ts';
import { queues } from '#server/queues.ts';
import { verifyAndNote } from '#server/trail.ts';
import { asOwner, makeAccount } from '#tests/support/factories.ts';
import { until } from '#tests/support/journey.ts';
import { plainEnvironment } from '#tests/support/plain-environment.ts';
import { cloneDatabase, type ClonedDatabase } from '#tests/support/template.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const auditRole = `auditor_${process.pid}`;
const dataDir = temporaryFolder();
let clone: ClonedDatabase;
let app: Database;
let auditor: Database;
let auditorUrl: string;

beforeAll(async () => {
  clone = await cloneDatabase();
  await asOwner(clone, `create role ${auditRole} login password 'walks'`);
  await migrate(clone.ownerUrl, clone.appUrl, { queues, auditRole });
  app = openDatabase(clone.appUrl, { max: 2 });
  const url = new URL(clone.appUrl);
  url.username = auditRole;
  url.password = 'walks';
  auditorUrl = url.href;
  auditor = openDatabase(auditorUrl, { max: 2 });
  await makeAccount(app, 'booking officer');
  await until('it is sealed', async () => (await sealAudit(app)) > 0);
});
afterAll(async () => {
  await closeDatabase(app);
  await closeDatabase(auditor);
  await clone.drop();
});

/** `hanya audit nightly`, as the timer runs it. */
async function nightly(env: Record<string, string>) {
  const run = spawn(process.execPath, ['server/commands/audit.ts', 'nightly'], {
    env: { ...plainEnvironment(), NODE_ENV: 'production', DEMO: 'off', DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [said, errors] = await Promise.all([text(run.stdout), text(run.stderr), once(run, 'exit')]);
  return { code: run.exitCode, said, errors };
}

const walks = () => asOwner(clone, 'select rows from verifications');

test('where another role walks, it notes its walk and sends the root with its word', async () => {
  const { findings } = await verifyAndNote(auditor);
  expect(findings).toEqual([]);
  expect(await walks()).toHaveLength(1);
  await asOwner(clone, `update audit_seals set sealed_at = sealed_at - interval '3 days'`);
  const file = path.join(dataDir, 'roots.txt');
  const config = readConfig({ DATA_DIR: dataDir, AUDIT_ROOT_FILE: file });
  await publishRoots({ db: auditor, config, mailer: { send: () => Promise.resolve() } });
  expect(await readFile(file, 'utf8')).toMatch(
    /^\d{4}-\d\d-\d\d:1:[0-9a-f]{64} checked \S+Z, \d+ rows, 1 seals, nothing found\n$/,
  );
});

test('the root says so where nobody walked last night, or ever', async () => {
  const file = path.join(dataDir, 'roots-without-a-walk.txt');
  const config = readConfig({ DATA_DIR: dataDir, AUDIT_ROOT_FILE: file });
  const lastLine = async () => {
    await asOwner(clone, 'delete from published_roots');
    await publishRoots({ db: auditor, config, mailer: { send: () => Promise.resolve() } });
    return (await readFile(file, 'utf8')).trim().split('\n').at(-1);
  };
  const walkedBefore = (hours: number) =>
    asOwner(clone, `update verifications set at = now() - interval '${hours} hours'`);
  await walkedBefore(25);
  expect(await lastLine()).toMatch(/^\S+ checked \S+Z, /);
  await walkedBefore(27);
  expect(await lastLine()).toMatch(/^\S+ not checked last night; last checked \S+Z, /);
  await asOwner(clone, 'delete from verifications');
  expect(await lastLine()).toMatch(/^\S+ never checked$/);
});

test('the command of the night walks, notes it and sends the root; what it finds is its exit code', async () => {
  const file = path.join(dataDir, 'roots-of-the-command.txt');
  const env = { DATABASE_URL: auditorUrl, AUDIT_ROLE: auditRole, AUDIT_ROOT_FILE: file };
  const sealedBefore = (days: number) =>
    asOwner(clone, `update audit_seals set sealed_at = sealed_at - interval '${days} days'`);
  await sealedBefore(-3);
  await asOwner(clone, 'delete from published_roots; delete from verifications');
  const whole = await nightly(env);
  expect(whole).toMatchObject({
    code: 0,
    said: expect.stringMatching(/^Checked \d+ rows under 1 seals\.$/m) as unknown,
  });
  expect(await walks()).toHaveLength(1);
  await sealedBefore(3);
  await asOwner(clone, `update users set role = 'state admin'`);
  const broken = await nightly(env);
  expect(broken.code).toBe(1);
  expect(broken.said).toContain('has another role than the trail says.');
  expect(await readFile(file, 'utf8')).toMatch(/ 1 seals, it fails its check in \d places\n$/);
  await asOwner(clone, `update users set role = 'booking officer'`);
  // The servers' role may note no walk.
  expect((await nightly({ ...env, DATABASE_URL: clone.appUrl })).code).not.toBe(0);
});

test('the application can neither note a walk nor a root then', async () => {
  await expect(verifyAndNote(app)).rejects.toThrow('permission denied');
  await expect(sql`select note_published_root(current_date)`.execute(app)).rejects.toThrow(
    'permission denied',
  );
});

test('whoever walks changes no record', async () => {
  for (const statement of [
    `update users set role = 'state admin'`,
    `insert into opt_outs values ('Kaduna', false, '1', '.', null, now())`,
    `select erase_booking('x', 7)`,
    'select prune_activities(0)',
  ])
    await expect(sql.raw(statement).execute(auditor), statement).rejects.toThrow(
      'permission denied',
    );
});

test('no server takes the walk’s schedules then', async () => {
  const schedules = new Set(['verify-audit', 'publish-root']);
  const boss = {
    schedule: (name: string) => Promise.resolve(void schedules.add(name)),
    unschedule: (name: string) => Promise.resolve(void schedules.delete(name)),
  };
  await scheduleAudit(boss, { config: readConfig({ AUDIT_ROLE: auditRole }) });
  expect([...schedules]).toEqual([]);
});

test('a server that doesn’t know of the role is told that the rights are others', async () => {
  await requireMigrated(clone.appUrl, { queues, auditRole });
  await expect(requireMigrated(clone.appUrl, { queues })).rejects.toThrow('queues and rights');
});

const faultNow = () =>
  auditorFault(
    async (query) => (await sql.raw(query).execute(app)).rows,
    auditRole,
    new URL(clone.appUrl).username,
  );

test.each([
  ['a right to change records', `grant insert on users to ${auditRole}`, 'may change'],
  ['one of a column', `grant update (name) on bookings to ${auditRole}`, 'may change'],
  ['one to empty a table', `grant truncate on outbox to ${auditRole}`, 'may change'],
  [
    'a function that changes',
    `grant execute on function prune_activities(integer) to ${auditRole}`,
    'may change',
  ],
  ['too little to read', `revoke select on holds from ${auditRole}`, 'lacks rights'],
  [
    'no right to note its walk',
    `revoke execute on function note_published_root(date) from ${auditRole}`,
    'lacks rights',
  ],
])('a role with %s is noticed, and the next migrate mends it', async (_, statement, fault) => {
  await verifyAndNote(auditor);
  expect(await faultNow()).toBeUndefined();
  await asOwner(clone, statement);
  expect(await faultNow()).toBe(fault);
  await migrate(clone.ownerUrl, clone.appUrl, { queues, auditRole });
  expect(await faultNow()).toBeUndefined();
  await verifyAndNote(auditor);
});

test('an application that may note walks as well is noticed, and the next migrate mends it', async () => {
  const name = new URL(clone.appUrl).username;
  await asOwner(clone, `grant execute on function note_published_root(date) to ${name}`);
  expect(await faultNow()).toBe('lacks rights');
  await migrate(clone.ownerUrl, clone.appUrl, { queues, auditRole });
  expect(await faultNow()).toBeUndefined();
});

test('neither the role of the application nor one with a writer’s rights is an auditor', async () => {
  const name = new URL(clone.appUrl).username;
  const ask = async (query: string) => (await sql.raw(query).execute(app)).rows;
  expect(await auditorFault(ask, name, name)).toBe('may change');
  const writer = `writer_${process.pid}`;
  await asOwner(clone, `create role ${writer}`);
  await asOwner(clone, `grant delete on notices to ${writer}`);
  await asOwner(clone, `grant ${writer} to ${auditRole}`);
  expect(await faultNow()).toBe('may change');
  await asOwner(clone, `revoke ${writer} from ${auditRole}`);
  expect(await faultNow()).toBeUndefined();
});

test('the doctor says that nobody has walked since the night before last, and not before', async () => {
  const config = readConfig({ DATA_DIR: dataDir, AUDIT_ROLE: auditRole });
  const says = async () => (await looksAtAuditor(config, app)).map(({ state }) => state);
  await asOwner(clone, 'delete from verifications where at < (select max(at) from verifications)');
  const lastWalk = (hours: number) =>
    asOwner(clone, `update verifications set at = now() - interval '${hours} hours'`);
  await lastWalk(35);
  expect(await says()).toEqual(['well']);
  await lastWalk(37);
  expect(await says()).toEqual(['wrong']);
  await verifyAndNote(auditor);
  expect(await says()).toEqual(['well']);
  // Where nobody has ever walked, since the first seal.
  await asOwner(clone, 'delete from verifications');
  expect(await says()).toEqual(['wrong']);
  expect(await looksAtAuditor(readConfig({ DATA_DIR: dataDir }), app)).toEqual([]);
});

test('a role that isn’t there is said in one sentence', async () => {
  await expect(
    migrate(clone.ownerUrl, clone.appUrl, { queues, auditRole: 'nobody_at_all' }),
  ).rejects.toThrow(
    /^AUDIT_ROLE is nobody_at_all, a role that PostgreSQL does not have. Create it/,
  );
});
