import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listBookings } from '#contract/bookings.ts';
import { catalogueOf } from '#server/db/catalogue.ts';
import { closeDatabase, openDatabase } from '#server/db/database.ts';
import { type EmbeddedDatabase, startEmbedded } from '#server/db/embedded/embedded.ts';
import { openHome } from '#server/db/embedded/home.ts';
import { migrate, requireMigrated } from '#server/db/migrate.ts';
import { prepareDatabase, whyNotCarriedOver } from '#server/process/opened-database.ts';
import { queues } from '#server/queues.ts';
import { verifyAudit } from '#server/trail.ts';
import { signedIn } from '#tests/support/client.ts';
import {
  databaseOfDatedMigrations,
  demoPassword,
  proposedIn,
  unpack,
} from '#tests/support/dated-migrations.ts';
import { freePort } from '#tests/support/free-port.ts';
import { booked, until } from '#tests/support/journey.ts';
import { disconnectFrom } from '#tests/support/one-connection.ts';
import { plainEnvironment, smallMemoryMb } from '#tests/support/plain-environment.ts';
import { rowHashes, tableColumns } from '#tests/support/row-hashes.ts';
import { cloneDatabase, type ClonedDatabase } from '#tests/support/template.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

type Addresses = Pick<ClonedDatabase, 'ownerUrl' | 'appUrl'>;

const databases: ClonedDatabase[] = [];
const folders: string[] = [];
let shipped: ClonedDatabase;

beforeAll(async () => {
  shipped = kept(await cloneDatabase());
});
afterAll(async () => {
  for (const database of databases) await database.drop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function kept(database: ClonedDatabase): ClonedDatabase {
  databases.push(database);
  return database;
}

const start = ({ ownerUrl, appUrl }: Addresses) => migrate(ownerUrl, appUrl, { queues });

async function asOwner<T>(
  { ownerUrl }: Addresses,
  work: (owner: pg.Client) => Promise<T>,
): Promise<T> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    return await work(owner);
  } finally {
    await owner.end();
  }
}

const ask = (database: Addresses, query: string) =>
  asOwner(database, async (owner) => (await owner.query<Record<string, unknown>>(query)).rows);

const catalogue = (database: Addresses) => asOwner(database, catalogueOf);

const history = `select name, checksum from migrations where name like '%.sql' order by name`;

const standing = async (database: Addresses) => [
  await catalogue(database),
  await ask(database, history),
];

const decisionsBefore = `${Object.values(proposedIn).join(' union all ')} order by id`;
const decisionsAfter = `select id, kind, organisation, demo, proposed_by, proposed_at, outcome, decided_by,
  decided_at, refusal from proposals order by id`;

/** What two people had put in force. */
const heldBefore = `select id, duty || coalesce(user_id, '') as what, until as day, ended_at, ended_by
    from duties where state in ('in force', 'ended')
  union all
  select id, rules::text, from_day, null, null from ticket_rules where outcome = 'confirmed'
  union all
  select id, sha256, from_day, null, null from statements where state = 'in force'
  union all
  select id, md5(data), null, null, null from report_closings
  union all
  select id, concat_ws(' ', kind, decision, found_bill_ref, reason, proposed_by), null, closed_at,
    confirmed_by
  from payment_exceptions
  order by id`;
const heldAfter = `select id, duty || coalesce(user_id, '') as what, until as day, ended_at, ended_by
    from duties
  union all select id, rules::text, from_day, null, null from ticket_rules
  union all select id, sha256, from_day, null, null from statements where in_force
  union all select id, md5(data), null, null, null from report_closings
  union all
  select found.id, concat_ws(' ', found.kind, body ->> 'decision', body ->> 'billRef',
      settlement.reason, settlement.proposed_by), null, closed_at, decided_by
    from payment_exceptions as found left join proposals as settlement
      on settlement.id = found.settlement
  order by id`;

/** What one person had noted of money given back. */
const notedColumns = `id, organisation, zone, demo, booking_id, line, amount_kobo, day, proof, reason,
  noted_by, noted_at`;
const notedBefore = `select ${notedColumns} from given_back order by id`;
const notedAfter = `select ${notedColumns} from refunds where noted_by is not null order by id`;

const onItsPlatform = process.platform === 'linux' && process.arch === 'x64';

// PostgreSQL opens a data folder only on the platform that wrote it.
describe.skipIf(!onItsPlatform)('the data folder of the version with dated migrations', () => {
  const dataDir = temporaryFolder();
  folders.push(dataDir);

  beforeAll(async () => {
    const { folder, runAs } = openHome(dataDir);
    folders.push(folder);
    await unpack('data-folder', dataDir);
    if (runAs) spawnSync('chown', ['-R', `${runAs.uid}:${runAs.gid}`, folder]);
  });

  async function onItsCluster(work: (embedded: EmbeddedDatabase) => Promise<void>): Promise<void> {
    const embedded = await startEmbedded(dataDir, { databaseMemoryMb: smallMemoryMb });
    try {
      await work(embedded);
    } finally {
      await embedded.stop();
    }
  }

  /** But for the tables that say which version it is, and those that a migration changed. */
  async function rowsIn(
    { ownerUrl }: EmbeddedDatabase,
    columns: Readonly<Record<string, readonly string[]>>,
  ): Promise<Record<string, string>> {
    // A ticket that a court had decided leaves Unpaid, and devices hear of it.
    const told = ['outbox', 'booking_search', 'waiting_search'];
    const others = [
      'migrations',
      'releases',
      'proposals',
      'erasure_marks',
      'given_back',
      'erasure_marks',
      ...told,
      ...Object.keys(proposedIn),
    ];
    // What is searched is derived, and made anew where names are found by more spellings.
    const compared = Object.entries(columns)
      .filter(([table]) => !others.includes(table))
      .map(([table, all]) => [table, all.filter((column) => column !== 'search_text')] as const);
    const hashes = await rowHashes(ownerUrl, Object.fromEntries(compared));
    await disconnectFrom(ownerUrl);
    return hashes;
  }

  test('has the tables of a new database after a start, every row, and a trail that holds', async () => {
    await onItsCluster(async (embedded) => {
      // A migration may add columns and tables beside these.
      const columns = await tableColumns(embedded.ownerUrl);
      const before = await rowsIn(embedded, columns);
      const proposed = await ask(embedded, decisionsBefore);
      const held = await ask(embedded, heldBefore);
      const noted = await ask(embedded, notedBefore);
      expect(new Set(proposed.map(({ kind }) => kind))).toEqual(
        new Set(['fee', 'set of rules', 'statement', 'closing', 'duty']),
      );
      expect(Object.values(before).filter((hash) => !hash.startsWith('0 ')).length).toBeGreaterThan(
        65,
      );
      await start(embedded);
      expect(await rowsIn(embedded, columns)).toEqual(before);
      expect(await ask(embedded, decisionsAfter)).toEqual(proposed);
      expect(await ask(embedded, heldAfter)).toEqual(held);
      expect(noted).not.toEqual([]);
      expect(await ask(embedded, notedAfter)).toEqual(noted);
      expect(await catalogue(embedded)).toEqual(await catalogue(shipped));
      expect(await ask(embedded, history)).toEqual(await ask(shipped, history));
      const db = openDatabase(embedded.appUrl, { max: 1 });
      const { rows, findings } = await verifyAudit(db);
      await closeDatabase(db);
      expect(rows).toBeGreaterThan(800);
      expect(findings).toEqual([]);
    });
  });

  test('serves: its records are found, and new ones made', { tags: 'night' }, async () => {
    const port = await freePort();
    const server = spawn(process.execPath, ['server/main.ts'], {
      env: {
        ...plainEnvironment(),
        PORT: String(port),
        DATA_DIR: dataDir,
        PROCESSES: '1',
        LOG_LEVEL: 'warn',
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const ended = once(server, 'close');
    const url = `http://127.0.0.1:${port}`;
    try {
      await until('it is ready', () =>
        fetch(`${url}/health/ready`).then(
          ({ ok }) => ok,
          () => false,
        ),
      );
      const officer = await signedIn(url, 'booking-officer@hanya.test', demoPassword);
      const { data } = await officer.ok(listBookings, {});
      expect(data.length).toBeGreaterThan(0);
      const { _id } = await booked(officer);
      expect((await officer.ok(listBookings, {})).data).toContainEqual(
        expect.objectContaining({ _id }),
      );
    } finally {
      server.kill();
      await ended;
    }
  });
});

test('settlements come over: what waits, what two people decided, and what resolved itself', async () => {
  const database = kept(await databaseOfDatedMigrations());
  const [first, second] = ['1', '2'].map((digit) => digit.padStart(26, '0'));
  await ask(
    database,
    `insert into users (id, email, password_hash, first_name, last_name, role)
     values ('${first}', 'a@hanya.test', '', '', '', 'state admin'),
            ('${second}', 'b@hanya.test', '', '', '', 'state admin')`,
  );
  await ask(
    database,
    `insert into payment_exceptions (id, kind, organisation, zone, demo, gateway, receipt, description,
       dedupe_key, decision, reason, proposed_by, proposed_at, confirmed_by, closed_at)
     select lpad(n, 26, '0'), 'unknown bill', 'Kaduna', '', false, 'PayKaduna', '', 'Odd.', n, decision,
       case when decision is not null then 'So.' end, by, at, confirmer, closed
     from (values
       ('1', null, null, null, null, null::timestamptz),
       ('2', 'noted', '${first}', timestamptz '2026-11-01', null, null),
       ('3', 'refund', '${first}', '2026-11-02', '${second}', '2026-11-03'),
       ('4', 'noted', '${first}', '2026-11-04', null, '2026-11-05'),
       ('5', null, null, null, null, '2026-11-06')
     ) as told (n, decision, by, at, confirmer, closed)`,
  );
  const before = [await ask(database, decisionsBefore), await ask(database, heldBefore)];
  await start(database);
  expect([await ask(database, decisionsAfter), await ask(database, heldAfter)]).toEqual(before);
  const settlements = `select right(subject, 1) as exception, outcome, body ->> 'decision' as decision
    from proposals order by subject`;
  expect(await ask(database, settlements)).toEqual([
    { exception: '2', outcome: null, decision: 'noted' },
    { exception: '3', outcome: 'confirmed', decision: 'refund' },
    { exception: '4', outcome: null, decision: 'noted' },
  ]);
});

test('without a migrating start a database with dated migrations is refused, and after one it is as a new one', async () => {
  const database = kept(await databaseOfDatedMigrations());
  await expect(requireMigrated(database.appUrl, { queues })).rejects.toThrow(
    /lacks \d+ migrations .* beginning with 01-foundation.sql. Run hanya migrate/,
  );
  // An operator's own extension is no change of the schema.
  await ask(database, 'create extension fuzzystrmatch');
  await start(database);
  expect(await standing(database)).toEqual(await standing(shipped));
  await requireMigrated(database.appUrl, { queues });
});

test.each([
  ['that was changed by hand', 'alter table sweeps add note text', /Undo what was changed by hand/],
  [
    'of the version before',
    `delete from migrations where name like '2026-12-16%'`,
    /2026-12-15-disputes.sql, .*. Start the version whose last migration is 2026-12-16-holds.sql with this database, then start this version/,
  ],
  [
    'of the first files of the schema',
    `delete from migrations where name like '2026-%'`,
    /15-operations.sql, .*. Start the version/,
  ],
  [
    'with numbered migrations',
    `update migrations set name = '0175_clocks.sql' where name = '2026-12-16-holds.sql'`,
    /and this version of Hanya cannot upgrade from there. Start the version/,
  ],
])('a database %s is refused and left as it was', async (_, statement, words) => {
  const database = kept(await databaseOfDatedMigrations());
  await ask(database, statement);
  const before = await standing(database);
  await expect(start(database)).rejects.toThrow(words);
  expect(await standing(database)).toEqual(before);
});

test('real records are carried over only beside a backup of today, or where that is said', async () => {
  const backupDir = temporaryFolder();
  folders.push(backupDir);
  const real = { demo: false, migrates: true, carriesOver: false, backupDir };
  const database = kept(await databaseOfDatedMigrations());
  const before = await standing(database);
  await expect(prepareDatabase(real, database)).rejects.toThrow(
    /^The database is from an older version of Hanya. .*\. There is no backup\. Take a backup .*CARRY_OVER=without-backup\.$/,
  );
  expect(await standing(database)).toEqual(before);
  expect(await whyNotCarriedOver({ ...real, carriesOver: true })).toBeUndefined();
  expect(await whyNotCarriedOver({ ...real, demo: true })).toBeUndefined();
  mkdirSync(join(backupDir, new Date().toISOString().replaceAll(/[:.]/g, '-')));
  await prepareDatabase(real, database);
  expect(await standing(database)).toEqual(await standing(shipped));
});

test(
  'a database that a restore had number its transactions on keeps doing so',
  { tags: 'night' },
  async () => {
    const database = kept(await databaseOfDatedMigrations());
    await ask(
      database,
      `create or replace function transaction_number() returns xid8 language sql stable
       return (pg_current_xact_id()::text::bigint + 6000000000)::text::xid8;
     create or replace function transactions_begun() returns xid8 language sql stable parallel safe
       return (pg_snapshot_xmax(pg_current_snapshot())::text::bigint + 6000000000)::text::xid8`,
    );
    await start(database);
    const number = 'select transaction_number()::text::bigint > 6000000000 as "goesOn"';
    expect(await ask(database, number)).toEqual([{ goesOn: true }]);
  },
);

/** Somebody analyses the bookings in a transaction that doesn't end: reading goes on beside it. */
async function whileInUse(database: Addresses, work: () => Promise<void>): Promise<void> {
  await asOwner(database, async (other) => {
    await other.query('begin');
    await other.query('lock table bookings in share update exclusive mode');
    await work();
  });
}

test('a database that is in use meanwhile is left as it was', { tags: 'night' }, async () => {
  const database = kept(await databaseOfDatedMigrations());
  const before = await standing(database);
  await whileInUse(database, async () => {
    const started = migrate(database.ownerUrl, database.appUrl, { queues, patienceMs: 0 });
    await expect(started).rejects.toThrow(
      /left as it was: a report, a copy of the database or something else has used/,
    );
  });
  expect(await standing(database)).toEqual(before);
});

test(
  'a start that is killed while it brings a database over leaves it as it was, and the next one does it',
  { tags: 'night' },
  async () => {
    const database = kept(await databaseOfDatedMigrations());
    const before = await standing(database);
    const dataDir = temporaryFolder();
    folders.push(dataDir);
    await whileInUse(database, async () => {
      const starting = spawn(process.execPath, [join('server', 'commands', 'migrate.ts')], {
        env: {
          ...plainEnvironment(),
          DATA_DIR: dataDir,
          DATABASE_URL: database.appUrl,
          DATABASE_OWNER_URL: database.ownerUrl,
          JWT_SECRET: 'of a start that is killed in the midst',
          CARRY_OVER: 'without-backup',
        },
        stdio: 'inherit',
      });
      const ended = once(starting, 'close');
      await until('it has replaced the list and waits for the bookings', async () => {
        const rows = await ask(
          database,
          `select from pg_stat_activity where datname = current_database()
             and application_name = 'hanya migrate' and wait_event_type = 'Lock'
             and query like '%known_signature%'`,
        );
        return rows.length > 0;
      });
      starting.kill('SIGKILL');
      await ended;
    });
    expect(await standing(database)).toEqual(before);
    await start(database);
    expect(await standing(database)).toEqual(await standing(shipped));
  },
);
