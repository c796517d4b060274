// @module-tag night
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { catalogueOf } from '#server/db/catalogue.ts';
import { migrate, requireMigrated } from '#server/db/migrate.ts';
import { queues } from '#server/queues.ts';
import { databaseOfBefore, lastOfBefore } from '#tests/support/before.ts';
import { cloneDatabase, type ClonedDatabase } from '#tests/support/template.ts';

const databases: ClonedDatabase[] = [];
let shipped: ClonedDatabase;

beforeAll(async () => {
  shipped = kept(await cloneDatabase());
});
afterAll(async () => {
  for (const database of databases) await database.drop();
});

function kept(database: ClonedDatabase): ClonedDatabase {
  databases.push(database);
  return database;
}

const start = ({ ownerUrl, appUrl }: ClonedDatabase) => migrate(ownerUrl, appUrl, { queues });

async function asOwner<T>(
  { ownerUrl }: ClonedDatabase,
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

const ask = (database: ClonedDatabase, query: string) =>
  asOwner(database, async (owner) => (await owner.query<Record<string, unknown>>(query)).rows);

const catalogue = (database: ClonedDatabase) => asOwner(database, catalogueOf);

const history = `select name, checksum from migrations where name like '%.sql' order by name`;

/** Records whose columns, keys or texts are others now. */
const stored = `
  insert into users (id, email, password_hash, first_name, last_name, role, demo)
  values ('demo', 'demo@hanya.test', '', 'De', 'Mo', 'state admin', true),
         ('own', 'own@hanya.test', '', 'O', 'Wn', 'state admin', false);
  insert into offence_fees (organisation, offence_id, from_day, amount_kobo, reason, set_by)
  values ('Kaduna', 'LGC-16', current_date + 5, 700000, 'Gazette 1', 'demo'),
         ('Ogun', 'LGC-16', current_date + 5, 800000, 'Gazette 2', 'own');
  insert into payment_exceptions
    (id, kind, organisation, zone, demo, gateway, receipt, story, fingerprint)
  values ('01KAPQ5V8RZ4Y6W3XNEM7T2HCD', 'unknown bill', 'Kaduna', '', false, 'PayKaduna', '',
          'No booking has it.', 'a key');
  insert into collisions (id, body_hash, organisation, zone, created_by, team, location,
    description, cars, injuries, fatalities, notes)
  values ('01KAPQ5V8RZ4Y6W3XNEM7T2HCE', '', 'Kaduna', 'Zaria', 'own', '', 'Ṣàngó roundabout', '',
          1, 0, 0, '');
  insert into collision_officers
  values ('01KAPQ5V8RZ4Y6W3XNEM7T2HCE', 1, 'other', 'He saw it.', 'A tyre')`;

test.each(Object.values(lastOfBefore))(
  'a database with the migrations up to %s becomes what a new one is, with its rows',
  async (last) => {
    const database = kept(await databaseOfBefore(last));
    await ask(database, stored);
    await ask(database, `update collisions set search_text = 'as before'`);
    // An operator's own extension is no change of the schema.
    await ask(database, 'create extension fuzzystrmatch');
    expect(await catalogue(database)).not.toEqual(await catalogue(shipped));
    await ask(database, 'grant select on migrations to hanya_app');
    await expect(requireMigrated(database.appUrl, { queues })).rejects.toThrow(
      /lacks \d+ migrations .* beginning with 01-foundation.sql: run hanya migrate/,
    );
    await start(database);
    expect(await catalogue(database)).toEqual(await catalogue(shipped));
    expect(await ask(database, history)).toEqual(await ask(shipped, history));
    expect(
      await ask(
        database,
        `select found.description, dedupe_key, type, search_text,
           array(select organisation from offence_fees where demo) as demo,
           (select issued from figures
            where kind = 'collision' and zone = 'Zaria' and span = 'all') as counted
         from payment_exceptions as found, collision_officers, collisions`,
      ),
    ).toEqual([
      {
        description: 'No booking has it.',
        dedupe_key: 'a key',
        type: 'A tyre',
        search_text: 'sango roundabout\n01kapq5v8rz4y6w3xnem7t2hce',
        demo: ['Kaduna'],
        counted: '1',
      },
    ]);
    await requireMigrated(database.appUrl, { queues });
  },
);

test(
  'a database that a restore had number its transactions on keeps doing so',
  { tags: 'night' },
  async () => {
    const database = kept(await databaseOfBefore(lastOfBefore[88]));
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

test.each([
  ['of another version', '0096_devices.sql', '', /left at 0096_devices.sql by a version of Hanya/],
  ['that was changed by hand', lastOfBefore[88], 'alter table sweeps add note text', /by hand/],
  [
    'whose list is another',
    lastOfBefore[88],
    `delete from migrations where name like '0055%'`,
    /continue/,
  ],
])(
  'a database %s is refused and left as it was',
  { tags: 'night' },
  async (_, last, statement, words) => {
    const database = kept(await databaseOfBefore(last));
    if (statement) await ask(database, statement);
    const before = [await catalogue(database), await ask(database, history)];
    await expect(start(database)).rejects.toThrow(words);
    expect([await catalogue(database), await ask(database, history)]).toEqual(before);
  },
);

test('a database that is in use meanwhile is left as it was', { tags: 'night' }, async () => {
  const database = kept(await databaseOfBefore(lastOfBefore[76]));
  const before = [await catalogue(database), await ask(database, history)];
  await asOwner(database, async (reader) => {
    await reader.query('begin');
    await reader.query('select from statements');
    const started = migrate(database.ownerUrl, database.appUrl, { queues, patienceMs: 0 });
    await expect(started).rejects.toThrow(/left as it was: what it changes is in use/);
  });
  expect([await catalogue(database), await ask(database, history)]).toEqual(before);
});
