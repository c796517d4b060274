import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Backup,
  backupsIn,
  filesOf,
  findBackup,
  readManifest,
} from '#server/backup/backup-folder.ts';
import { holdDrill } from '#server/backup/check.ts';
import { lastDrill } from '#server/backup/drill.ts';
import { restoreBackup } from '#server/backup/restore.ts';
import { takeBackup } from '#server/backup/take.ts';
import { closeDatabase, openDatabase } from '#server/db/database.ts';
import { migrate, requireMigrated } from '#server/db/migrate.ts';
import { queues } from '#server/queues.ts';
import { verifyAndNote, verifyAudit } from '#server/trail.ts';
import { signedIn } from '#tests/support/client.ts';
import { recorded } from '#tests/support/collisions.ts';
import { foldAll } from '#tests/support/folding.ts';
import { billed, booked, until } from '#tests/support/journey.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { cloneDatabase, type ClonedDatabase } from '#tests/support/template.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { startTestApp, type TestApp, testSecret } from '#tests/support/test-app.ts';

const folder = temporaryFolder();
let app: TestApp;
let officer: Person;
let backup: Backup;
/** Bookings that were answered before the backup began. */
const answered: string[] = [];

beforeAll(async () => {
  // A cluster that has had five billion transactions: one that it is read back into had fewer.
  const database = await cloneDatabase();
  await run(database.ownerUrl, `update figure_mark set xid = '5000000000'`);
  await migrate(database.ownerUrl, database.appUrl, { queues, secrets: [testSecret] });
  app = await startTestApp({}, database);
  officer = await makePerson(app, 'booking officer');
  await recorded(await makePerson(app, 'state admin').then(({ client }) => client));
  answered.push((await booked(officer.client))._id);
  const unpaid = await booked(officer.client);
  await billed(officer.client, unpaid._id);
  answered.push(unpaid._id);
  const taken = new AbortController();
  const booking = (async () => {
    while (!taken.signal.aborted) await booked(officer.client);
  })();
  ({ backup } = await takeBackup(app, app.ownerUrl, folder).finally(() => {
    taken.abort();
  }));
  await booking;
});
afterAll(async () => {
  await app.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function run(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

const isEmpty = async ({ ownerUrl }: ClonedDatabase): Promise<boolean> =>
  (await run(ownerUrl, 'select from users union all select from bookings')).length === 0;

/** Runs a command as an operator does; answers it while it runs. */
function command(name: string, path: string, database: { ownerUrl: string; appUrl: string }) {
  return spawn(process.execPath, ['server/commands/backup.ts', name, path], {
    env: {
      DATA_DIR: join(folder, 'elsewhere'),
      DATABASE_URL: database.appUrl,
      DATABASE_OWNER_URL: database.ownerUrl,
      JWT_SECRET: testSecret,
    },
    stdio: 'ignore',
  });
}

/** The backup with one byte of a file changed while `work` runs. */
async function withDamaged(path: string, work: () => Promise<unknown>): Promise<void> {
  const whole = readFileSync(path);
  const other = Buffer.from(whole);
  const middle = other.length >> 1;
  other[middle] = (other[middle] ?? 0) ^ 1;
  writeFileSync(path, other);
  try {
    await work();
  } finally {
    writeFileSync(path, whole);
  }
}

test('a backup taken while bookings are written comes back whole, and goes on', async () => {
  const database = await cloneDatabase();
  const dataDir = temporaryFolder();
  const before = await app.db.selectFrom('installation').select('epoch').executeTakeFirst();
  await restoreBackup({ dataDir }, database, backup);
  const [numbers] = await run(
    database.ownerUrl,
    `select transaction_number()::text::bigint > 5000000000 as "areLater"`,
  );
  expect(numbers).toEqual({ areLater: true });
  const restored = await startTestApp({}, database);
  try {
    const ids = await restored.db.selectFrom('bookings').select('id').execute();
    expect(ids.map(({ id }) => id)).toEqual(expect.arrayContaining(answered));
    const { rows: halves } = await sql`
      select from bookings
      where not exists (select from booking_offences where booking_id = bookings.id)
         or not exists (select from audit where record_id = bookings.id and event = 'booking.made')
         or not exists (select from booking_search where booking_id = bookings.id)`.execute(
      restored.db,
    );
    expect(halves).toEqual([]);
    const files = await restored.db.selectFrom('files').select('id').execute();
    expect(files.length).toBeGreaterThan(0);
    for (const { id } of files) expect(existsSync(join(dataDir, 'files', id))).toBe(true);

    // Everybody signs in anew, streams begin anew, and what isn't paid is asked about at once.
    expect(await restored.db.selectFrom('sessions').select('id').execute()).toEqual([]);
    const after = await restored.db.selectFrom('installation').select('epoch').executeTakeFirst();
    expect(after?.epoch).not.toBe(before?.epoch);
    await until('the bill is asked about', async () => {
      const asked = await restored.db
        .selectFrom('bill_checks')
        .select('next_check_at')
        .where('booking_id', '=', answered.at(-1) ?? '')
        .executeTakeFirst();
      return asked !== undefined && asked.next_check_at <= new Date();
    });

    const client = await signedIn(restored.url, officer.email);
    const made = await booked(client);
    await until('the new booking is sealed', async () => {
      const { rows } = await sql`
        select from audit where record_id = ${made._id}
          and id in (select unnest(row_ids) from audit_seals)`.execute(restored.db);
      return rows.length > 0;
    });
    await foldAll(restored.db);
    expect((await verifyAudit(restored.db)).findings).toEqual([]);
    const { rows: counted } = await sql<{ bookings: number; records: number }>`
      select (select count(*) from bookings) as bookings,
        (select sum(issued) from figures where kind = 'place' and span = 'all' and zone = '') as records`.execute(
      restored.db,
    );
    expect(Number(counted[0]?.records)).toBe(counted[0]?.bookings);
  } finally {
    await restored.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});

test('a database that was read back by other means goes on where its rows end', async () => {
  const database = await cloneDatabase();
  try {
    // As a dump leaves it: of a cluster that had had more transactions.
    await run(database.ownerUrl, `update figure_mark set xid = '7000000000'`);
    await migrate(database.ownerUrl, database.appUrl, { queues });
    const [row] = await run(
      database.ownerUrl,
      'select xid < transaction_number() as "isLater" from figure_mark',
    );
    expect(row).toEqual({ isLater: true });
  } finally {
    await database.drop();
  }
});

test('a restore gives the auditor’s rights back, and takes the secret of this machine', async () => {
  const database = await cloneDatabase();
  const auditRole = `restored_auditor_${process.pid}`;
  const ownSecret = 'of the machine that it is restored on';
  const dataDir = temporaryFolder();
  await run(database.ownerUrl, `create role ${auditRole} login password 'walks'`);
  const settings = { dataDir, auditRole, databaseUrl: database.appUrl, jwtSecret: ownSecret };
  await restoreBackup(settings, database, backup);
  await requireMigrated(database.appUrl, { queues, auditRole, secrets: [ownSecret] });
  await expect(
    requireMigrated(database.appUrl, { queues, auditRole, secrets: [testSecret] }),
  ).rejects.toThrow('JWT_SECRET is not the one');
  const url = new URL(database.appUrl);
  url.username = auditRole;
  url.password = 'walks';
  const [auditor, application] = [openDatabase(url.href), openDatabase(database.appUrl)];
  try {
    expect((await verifyAndNote(auditor)).findings).toEqual([]);
    await expect(verifyAndNote(application)).rejects.toThrow('permission denied');
  } finally {
    await Promise.all([closeDatabase(auditor), closeDatabase(application)]);
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});

test('a restore beside an AUDIT_ROLE that is not there is refused, and leaves nothing', async () => {
  const database = await cloneDatabase();
  try {
    await expect(
      restoreBackup({ dataDir: folder, auditRole: 'nobody_at_all' }, database, backup),
    ).rejects.toThrow(/^AUDIT_ROLE is nobody_at_all/);
    expect(await isEmpty(database)).toBe(true);
  } finally {
    await database.drop();
  }
});

test('a backup is read back into an empty database only', async () => {
  await expect(
    restoreBackup({ dataDir: folder }, { ownerUrl: app.ownerUrl, appUrl: app.ownerUrl }, backup),
  ).rejects.toThrow(/Stop it first/);
  const database = await cloneDatabase();
  try {
    await run(
      database.ownerUrl,
      `insert into users (id, email, password_hash, first_name, last_name, role)
       values ('01KAPQ5V8RZ4Y6W3XNEM7T2HCD', 'a@hanya.test', '', 'A', 'B', 'booking officer')`,
    );
    await expect(restoreBackup({ dataDir: folder }, database, backup)).rejects.toThrow(
      'The database already has records.',
    );
  } finally {
    await database.drop();
  }
});

test('a drill finds everything as it was, leaves nothing behind, and writes down that it held', async () => {
  const manifest = await readManifest(backup);
  expect(await holdDrill(backup)).toMatchObject({
    findings: [],
    tables: manifest.tables.length,
    files: manifest.files.count,
  });
  expect(await lastDrill(folder)).toMatchObject({ backup: backup.name, holds: true, words: '' });
});

test('whatever was changed in a backup is named, and nothing is restored from it', async () => {
  const database = await cloneDatabase();
  const restore = () => restoreBackup({ dataDir: folder }, database, backup);
  try {
    const [file = ''] = readdirSync(filesOf(folder));
    for (const path of [
      join(backup.path, 'manifest.json'),
      join(backup.path, 'public.bookings.copy.gz'),
      join(backup.path, 'public.audit_seals.copy.gz'),
      join(filesOf(folder), file),
    ]) {
      await withDamaged(path, () => expect(restore()).rejects.toThrow(path));
      expect(await isEmpty(database)).toBe(true);
    }
    const { path } = backup;
    renameSync(join(path, 'manifest.json'), join(path, 'aside.json'));
    await expect(restore()).rejects.toThrow('this backup cannot be used');
    renameSync(join(path, 'aside.json'), join(path, 'manifest.json'));
  } finally {
    await database.drop();
  }
});

test(
  'a backup that is killed leaves none, and the next one clears away what it left',
  { tags: 'night' },
  async () => {
    const place = join(folder, 'killed');
    const lock = await app.owner.startTransaction().execute();
    await sql`lock table users in access exclusive mode`.execute(lock);
    const killed = command('take', place, { ownerUrl: app.ownerUrl, appUrl: app.ownerUrl });
    const drafts = () => (existsSync(place) ? readdirSync(place) : []);
    await until('the backup is under way', async () =>
      Promise.resolve(
        drafts().some(
          (name) => name.endsWith('.partial') && readdirSync(join(place, name)).length > 3,
        ),
      ),
    );
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    await lock.rollback().execute();
    expect(await backupsIn(place)).toEqual([]);
    await expect(findBackup(place)).rejects.toThrow('There is no backup');
    await until('the database has noticed', async () => {
      const { rows } = await sql`
      select from pg_stat_activity where application_name = 'hanya backup'
        and datname = current_database()`.execute(app.owner);
      return rows.length === 0;
    });
    await takeBackup(app, app.ownerUrl, place);
    expect(await backupsIn(place)).toHaveLength(1);
    expect(drafts().filter((name) => name.endsWith('.partial'))).toEqual([]);
  },
);

test(
  'a restore that is killed leaves the database empty, and can be repeated',
  { tags: 'night' },
  async () => {
    const database = await cloneDatabase();
    const [file = ''] = readdirSync(filesOf(folder));
    const path = join(filesOf(folder), file);
    renameSync(path, `${path}.aside`);
    try {
      // Reading from a pipe into which nobody writes takes for ever: all rows are read back by then.
      spawnSync('mkfifo', [path]);
      const killed = command('restore', backup.path, database);
      await until('the rows are read back', async () => {
        const waiting = await run(
          database.ownerUrl,
          `select from pg_stat_activity where application_name = 'hanya restore'
           and datname = current_database() and state = 'idle in transaction'
           and query like 'select id, sha256%'`,
        );
        return waiting.length > 0;
      });
      killed.kill('SIGKILL');
      await once(killed, 'exit');
      rmSync(path);
      renameSync(`${path}.aside`, path);
      expect(await isEmpty(database)).toBe(true);
      const repeated = command('restore', backup.path, database);
      const [code] = (await once(repeated, 'exit')) as [number | null];
      expect(code).toBe(0);
      expect(await isEmpty(database)).toBe(false);
    } finally {
      await database.drop();
    }
  },
);
