import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
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
import { backupTroubles } from '#server/backup/nightly.ts';
import { restoreBackup } from '#server/backup/restore.ts';
import { keepBackups } from '#server/backup/retention.ts';
import { takeBackup } from '#server/backup/take.ts';
import { migrate } from '#server/db/migrate.ts';
import { verifyAudit } from '#server/features/audit/verification.ts';
import { queues } from '#server/queues.ts';
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
  await migrate(database.ownerUrl, database.appUrl, { queues });
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

test('a backup is read back into an empty database only', async () => {
  await expect(
    restoreBackup({ dataDir: folder }, { ownerUrl: app.ownerUrl, appUrl: app.ownerUrl }, backup),
  ).rejects.toThrow(/stop it first/);
  const database = await cloneDatabase();
  try {
    await run(
      database.ownerUrl,
      `insert into users (id, email, password_hash, first_name, last_name, role)
       values ('01KAPQ5V8RZ4Y6W3XNEM7T2HCD', 'a@hanya.test', '', 'A', 'B', 'booking officer')`,
    );
    await expect(restoreBackup({ dataDir: folder }, database, backup)).rejects.toThrow(
      'The database holds records already.',
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

test('a drill of a damaged backup writes down what is wrong', async () => {
  const path = join(backup.path, 'public.bookings.copy.gz');
  const before = readFileSync(path);
  try {
    writeFileSync(path, before.subarray(0, -20));
    await expect(holdDrill(backup)).rejects.toThrow();
    const drill = await lastDrill(folder);
    expect(drill).toMatchObject({ backup: backup.name, holds: false });
    expect(drill?.words).toContain('public.bookings.copy.gz');
  } finally {
    writeFileSync(path, before);
  }
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
    await expect(restore()).rejects.toThrow('this is no backup');
    renameSync(join(path, 'aside.json'), join(path, 'manifest.json'));
  } finally {
    await database.drop();
  }
});

test('a backup that is killed leaves none, and the next one clears away what it left', async () => {
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
});

test('a restore that is killed leaves the database empty, and can be repeated', async () => {
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
