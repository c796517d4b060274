import { rmSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { closeDatabase, type Database, openDatabase } from '#server/db/database.ts';
import { seedDemo } from '#server/demo/seed.ts';
import { createAlarms } from '#server/features/alarms/commands.ts';
import { publishRoots, rootTroubles } from '#server/features/audit/nightly.ts';
import { readRoot, rootOf } from '#server/features/audit/roots.ts';
import { sealAudit } from '#server/features/audit/seals.ts';
import { createMailer } from '#server/gateways/mail.ts';
import { dayOf } from '#server/time.ts';
import { verifyAndNote } from '#server/trail.ts';
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

/** As a process does that has just begun to look. */
const checkAlarms = (watched: ReturnType<typeof deps>) => createAlarms(watched)();

async function mails(): Promise<string[]> {
  const folder = path.join(dataDir, 'mail');
  const names = await readdir(folder).catch(() => []);
  return Promise.all(names.sort().map((name) => readFile(path.join(folder, name), 'utf8')));
}

const alarms = async () =>
  (await db.selectFrom('alarms').select('name').orderBy('name').execute()).map(({ name }) => name);

/** So that the next walk is that of another night. */
const aDayLater = () => asOwner(clone, `update verifications set at = at - interval '1 day'`);

test('a trail that no longer holds is an alarm, mailed once, until another night finds it whole', async () => {
  const watched = deps({ ALARM_MAIL: 'operator@hanya.test' });
  expect((await verifyAndNote(db)).findings).toEqual([]);
  expect(await checkAlarms(watched)).toBe(0);

  await asOwner(clone, `update users set role = 'state admin'`);
  expect((await verifyAndNote(db)).findings).toHaveLength(1);
  expect(await checkAlarms(watched)).toBe(1);
  expect(await checkAlarms(watched)).toBe(0);
  expect(await alarms()).toEqual(['audit trail']);
  const sentence = 'The audit trail fails its check in 1 place. Run hanya audit verify.';
  expect(said).toEqual([{ level: 'error', words: sentence }]);
  expect(await mails()).toEqual([expect.stringContaining(sentence)]);

  await asOwner(clone, `update users set role = 'booking officer'`);
  await aDayLater();
  await verifyAndNote(db);
  expect(await checkAlarms(watched)).toBe(1);
  expect(await alarms()).toEqual([]);
  expect(await mails()).toHaveLength(2);
});

describe('whoever has the application’s password silences nothing:', () => {
  const asApp = (statement: string) => sql.raw(statement).execute(db);
  const anAlarm = ['audit trail'];

  test.each([
    ['a walk of the year 2999', `insert into verifications values ('2999-01-01', 1, 1, '{}')`],
    [
      'a walk of a moment ago',
      `insert into verifications (rows, seals, findings) values (1, 1, '{}')`,
    ],
    ['another day for a walk', `update verifications set at = '2999-01-01'`],
    ['a walk that is taken out', 'delete from verifications'],
    ['a root of the last day of all', `insert into published_roots values ('2999-12-31', 1, 'x')`],
    ['a root that never went out', `insert into published_roots values ('2020-01-01', 1, 'x')`],
    ['another day for a root', `update published_roots set day = '2999-12-31'`],
    ['a root of a day that has not ended', `select note_published_root(lagos_day(now()))`],
    ['a walk over more seals than there are', `select note_verification(1, 1000000, '{}')`],
    [
      'an alarm that began long ago',
      `insert into alarms values ('audit trail', '2020-01-01', '.')`,
    ],
  ])('%s is refused', async (_what, statement) => {
    await expect(asApp(statement)).rejects.toThrow(/permission denied|There are no|has not ended/);
  });

  test('a walk that found nothing, noted after one that did, ends no alarm', async () => {
    await asOwner(clone, `update users set role = 'state admin'`);
    await verifyAndNote(db);
    await asApp(`select note_verification(1, 1, '{}')`);
    await checkAlarms(deps({}));
    expect(await alarms()).toEqual(anAlarm);
    await asOwner(clone, `update users set role = 'booking officer'`);
  });

  test('a walk of a moment to come, written before this was refused, hides none and is a finding', async () => {
    await asOwner(clone, `insert into verifications values ('2999-01-01', 1, 1, '{}')`);
    const { findings } = await verifyAndNote(db);
    expect(findings).toEqual(['A walk is noted for a moment to come: 2999-01-01.']);
    await checkAlarms(deps({}));
    expect(await alarms()).toEqual(anAlarm);
  });

  test('a root of a day to come, written before this was refused, keeps none back and is a finding', async () => {
    await asOwner(clone, `insert into published_roots values ('2999-12-31', 1, 'x')`);
    const { findings } = await verifyAndNote(db);
    expect(findings).toEqual(['The root of 2999-12-31 is noted as another than its seal.']);
    await asOwner(
      clone,
      `update audit_seals set sealed_at = sealed_at - interval '3 days' where number = 1`,
    );
    const file = path.join(dataDir, 'in-spite.txt');
    await publishRoots(deps({ AUDIT_ROOT_FILE: file }));
    await asOwner(
      clone,
      `update audit_seals set sealed_at = sealed_at + interval '3 days' where number = 1`,
    );
    expect(await readFile(file, 'utf8')).toMatch(/:1:/);
  });

  test('an alarm that is written before its cause is told all the same', async () => {
    const check = createAlarms(deps({}));
    await check();
    await asOwner(
      clone,
      `insert into verifications (rows, seals, findings) values (1, 1, '{So.}')`,
    );
    await asApp(`insert into alarms (name, words) values ('audit trail', 'All is well.')`);
    said.length = 0;
    expect(await check()).toBe(1);
    expect(said.map(({ words }) => words)).toEqual([
      'The audit trail fails its check in 1 place. Run hanya audit verify.',
    ]);
  });

  test('an alarm that is taken away is told again', async () => {
    const check = createAlarms(deps({}));
    await asOwner(
      clone,
      `insert into verifications (rows, seals, findings) values (1, 1, '{So.}')`,
    );
    expect(await check()).toBe(1);
    await asApp('delete from alarms');
    expect(await check()).toBe(1);
    expect(await alarms()).toEqual(anAlarm);
  });
});

test('a walk that sees fewer seals than an earlier one is an alarm', async () => {
  await asOwner(
    clone,
    `insert into verifications (at, rows, seals, findings)
     values (now() - interval '1 day', 9, 9, '{}'), (now(), 9, 7, '{}')`,
  );
  await checkAlarms(deps({}));
  expect(await alarms()).toEqual(['seals']);
});

test('roots that should go out, and did not for three days, are an alarm', async () => {
  const wanted = deps({ AUDIT_ROOT_FILE: path.join(dataDir, 'none.txt') });
  const since = (days: number) =>
    asOwner(
      clone,
      `delete from published_roots;
       insert into published_roots values (current_date - ${days + 1}, 1, 'x', now() - interval '${days} days')`,
    );
  await since(2);
  expect(await rootTroubles(wanted)).toEqual([]);
  await since(3);
  expect(await rootTroubles(wanted)).toEqual([
    { name: 'root', words: 'The root of the audit trail was last sent 3 days ago.' },
  ]);
  expect(await rootTroubles(deps({}))).toEqual([]);
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
     insert into outbox (xid, at, record_type, record_id, change, organisation, zone, demo, made_on)
     values ('9000000000000000000', now() - interval '1 hour', 'booking', 'forged', 'made', 'Kaduna',
       'Zaria', false, current_date);
     insert into verifications (at, rows, seals, findings) values (now() - interval '3 days', 1, 1, '{}');`,
  );
  try {
    // Those two are made up for after a start, which raises no alarm about them meanwhile.
    expect(await createAlarms(deps({}), () => false)()).toBe(1);
    expect(await alarms()).toEqual(['verification']);
    expect(await checkAlarms(deps({}))).toBe(2);
    expect(await alarms()).toEqual(['counting', 'sealing', 'verification']);
    // One that stands from before the start neither ends nor begins anew by it.
    expect(await createAlarms(deps({}), () => false)()).toBe(0);
    expect(await alarms()).toEqual(['counting', 'sealing', 'verification']);
  } finally {
    await asOwner(clone, `delete from audit where record_id = 'forged'`);
    await asOwner(clone, `delete from outbox where record_id = 'forged'`);
  }
});

test(
  'a demo, whose trail tells of a year that lies behind it, is no alarm while it is sealed',
  { tags: 'night' },
  async () => {
    await seedDemo(db, new Date());
    expect(await checkAlarms(deps({}))).toBe(0);
  },
);

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

test('the root of each day that ended goes out, to the file and the mail that are named', async () => {
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
