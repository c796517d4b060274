import { rmSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { closeDatabase, type Database, openDatabase } from '#server/db/database.ts';
import { seedDemo } from '#server/demo/seed.ts';
import { checkAlarms } from '#server/features/alarms/commands.ts';
import { publishRoots, verifyAndNote } from '#server/features/audit/nightly.ts';
import { readRoot, rootOf } from '#server/features/audit/roots.ts';
import { sealAudit } from '#server/features/audit/seals.ts';
import { createMailer } from '#server/gateways/mail.ts';
import { dayOf } from '#server/time.ts';
import { asOwner, makeAccount } from '#tests/support/factories.ts';
import { until } from '#tests/support/journey.ts';
import { cloneDatabase, type ClonedDatabase } from '#tests/support/template.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

let clone: ClonedDatabase;
let db: Database;
const dataDir = temporaryFolder();

beforeAll(async () => {
  // Without a server, whose own look at the alarms would come in between.
  clone = await cloneDatabase();
  db = openDatabase(clone.appUrl, { max: 3 });
  await makeAccount(db, 'booking officer');
  await until('it is sealed', async () => (await sealAudit(db)) > 0);
});
afterEach(async () => {
  await asOwner(
    clone,
    'delete from verifications; delete from alarms; delete from published_roots',
  );
});
afterAll(async () => {
  await closeDatabase(db);
  await clone.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

const said: { level: string; words: string }[] = [];
const log = (level: string) => (_what: unknown, words?: string) =>
  void said.push({ level, words: words ?? '' });

/** What a server of this folder and database works with, and mails instead of sending. */
function deps(env: Record<string, string>) {
  const config = readConfig({ DATA_DIR: dataDir, ...env });
  const { mailFrom: from } = config;
  return {
    db,
    config,
    mailer: createMailer({ from, dataDir }),
    log: { error: log('error'), warn: log('warn') } as never,
  };
}

async function mails(): Promise<string[]> {
  const folder = path.join(dataDir, 'mail');
  const names = await readdir(folder).catch(() => []);
  return Promise.all(names.sort().map((name) => readFile(path.join(folder, name), 'utf8')));
}

const alarms = async () =>
  (await db.selectFrom('alarms').select('name').orderBy('name').execute()).map(({ name }) => name);

test('a trail that no longer holds is an alarm, mailed once, until it holds again', async () => {
  const watched = deps({ ALARM_MAIL: 'operator@hanya.test' });
  expect((await verifyAndNote(db)).findings).toEqual([]);
  expect(await checkAlarms(watched)).toBe(0);

  await asOwner(clone, `update users set role = 'state admin'`);
  expect((await verifyAndNote(db)).findings).toHaveLength(1);
  expect(await checkAlarms(watched)).toBe(1);
  expect(await checkAlarms(watched)).toBe(0);
  expect(await alarms()).toEqual(['audit trail']);
  const sentence = 'The audit trail does not hold in 1 place: run npm run audit:verify.';
  expect(said).toEqual([{ level: 'error', words: sentence }]);
  expect(await mails()).toEqual([expect.stringContaining(sentence)]);

  await asOwner(clone, `update users set role = 'booking officer'`);
  await verifyAndNote(db);
  expect(await checkAlarms(watched)).toBe(1);
  expect(await alarms()).toEqual([]);
  expect(await mails()).toHaveLength(2);
});

test('a trail that nobody seals, figures that nobody counts and a walk that nobody takes are alarms', async () => {
  await asOwner(
    clone,
    `alter table audit disable trigger user;
     insert into audit (xid, record_type, record_id, number, event, actor_role, address, at, salt,
       digest, previous_hash, hash)
     values ('9000000000000000000', 'view', 'forged', 1, 'view.saved', 'system', '',
       now() - interval '1 hour', '', '', '', '');
     alter table audit enable trigger user;
     insert into outbox (xid, at, record_type, record_id, change, organisation, zone, demo, day)
     values ('9000000000000000000', now() - interval '1 hour', 'booking', 'forged', 'made', 'Kaduna',
       'Zaria', false, current_date);
     insert into verifications (at, rows, seals, findings) values (now() - interval '3 days', 1, 1, '{}');`,
  );
  try {
    expect(await checkAlarms(deps({}))).toBe(3);
    expect(await alarms()).toEqual(['counting', 'sealing', 'verification']);
  } finally {
    await asOwner(clone, `delete from audit where record_id = 'forged'`);
    await asOwner(clone, `delete from outbox where record_id = 'forged'`);
  }
});

test('a demo, whose trail tells of a year that lies behind it, is no alarm while it is sealed', async () => {
  await seedDemo(db, new Date());
  expect(await checkAlarms(deps({}))).toBe(0);
});

test('an alarm whose mail cannot be sent is raised anew', async () => {
  await asOwner(
    clone,
    `insert into verifications (rows, seals, findings) values (1, 1, '{"Row 1 is missing."}')`,
  );
  const watched = deps({ ALARM_MAIL: 'operator@hanya.test' });
  const silent = { send: () => Promise.reject(new Error('No mail today.')) };
  await checkAlarms({ ...watched, mailer: silent });
  expect(await alarms()).toEqual([]);
  expect(await checkAlarms(watched)).toBe(1);
  expect(await alarms()).toEqual(['audit trail']);
});

test('the root of each day that ended goes out once, to the file and the mail that are named', async () => {
  const file = path.join(dataDir, 'roots.txt');
  const publishing = deps({ AUDIT_ROOT_FILE: file, AUDIT_ROOT_MAIL: 'auditor@hanya.test' });
  await publishRoots(publishing);
  // Nothing was sealed before today.
  await expect(readFile(file)).rejects.toThrow('ENOENT');

  const before = (await mails()).length;
  await asOwner(
    clone,
    `update audit_seals set sealed_at = sealed_at - interval '3 days' where number = 1`,
  );
  await publishRoots(publishing);
  await publishRoots(publishing);
  const yesterday = dayOf(new Date(Date.now() - 86_400_000));
  const root = await rootOf(db, yesterday);
  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  expect(lines.map((line) => readRoot(line))).toEqual([root]);
  expect((await mails()).slice(before)).toHaveLength(1);

  await asOwner(clone, 'delete from published_roots');
  await asOwner(
    clone,
    `insert into published_roots (day, number, hash) values (current_date - 3, 1, 'sent')`,
  );
  await publishRoots(publishing);
  // After days without a server, each of them has its own line.
  const after = (await readFile(file, 'utf8')).trim().split('\n');
  expect(after.length).toBeGreaterThan(2);
  expect(after.at(-1)).toMatch(new RegExp(`^${yesterday}:1:`));
});
