// @module-tag night
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listBookings } from '#contract/bookings.ts';
import { reconciledBy } from '#contract/modules/money/reconciliation.ts';
import { columnTypes, type Database } from '#server/db/database.ts';
import { keepingPrepared } from '#server/db/reading/prepared.ts';
import { listActivitiesOf } from '#server/features/activities/queries.ts';
import { listBookingsOf } from '#server/features/bookings/list/list.ts';
import { findBooking } from '#server/features/bookings/queries.ts';
import { dossierOf } from '#server/features/dossiers/queries.ts';
import { changedPlates, platesOf } from '#server/features/known-plates/queries.ts';
import { mapOf, placeNamesOf } from '#server/features/map/queries.ts';
import { countBookings, sumRevenue } from '#server/features/statistics/queries.ts';
import type { Caller } from '#server/http/caller.ts';
import { reconcile } from '#server/modules/money/reconciliation/queries.ts';
import { foldAll } from '#tests/support/folding.ts';
import { addFigures } from '#tests/support/made-up-figures.ts';
import { callers, few, openPlans, type Plans } from '#tests/support/plans.ts';
import { makeBookings } from '../../bench/data.mjs';

// PostgreSQL decides how to read by what it knows of its tables. Here it is told that they hold a
// million bookings, and then ten million, and says what each query would cost: a query whose cost
// grows with them is one that people would wait for some day.

let plans: Plans;
let owner: Plans['owner'];
let db: Database;
let pretend: Plans['pretend'];
let costOf: Plans['costOf'];
let passedOverBy: Plans['passedOverBy'];

beforeAll(async () => {
  plans = await openPlans([
    'bookings',
    'booking_offences',
    'payments',
    'booking_search',
    'waiting_search',
    'audit',
  ]);
  ({ owner, db, pretend, costOf, passedOverBy } = plans);
  await makeBookings(plans.ownerUrl, 4_000);
  // A list that its figures say to be long is not put in order whole.
  const place = { organisation: 'Kaduna', zone: 'Zaria', day: '2000-01-01' };
  const [issued, paid, cleared] = [1_000_000, 1_000_000, 1_000_000];
  await addFigures(plans, { ...place, issued, paid, cleared });
});
afterAll(() => plans.stop());

/** With time to find all of a list, and without. */
const sourceOf = (database: Database, ms = 60_000) => ({
  db: database,
  searchMs: ms,
  narrowMs: ms,
});

/** What everybody opens, whatever they look for: it costs the same for any number of bookings. */
const plainLists = {
  'the first page of Unpaid': { _boolpaid: 'false' },
  'the first page of Paid': { _boolpaid: 'true', _boolcompleted: 'false' },
  'the first page of Completed': { _boolcompleted: 'true' },
  'the first page of All bookings': {},
  'the feed': { withdrawn: 'false', limit: '12' },
  'the oldest': { sort: 'createdAt' },
  'a month': { from: '2026-03-01', to: '2026-03-31' },
  // The newest ten thousand are put in order.
  'the dearest': { sort: '-price' },
  'one letter': { _searchname: 'a' },
  'signs alone': { _searchname: '%%%' },
};

/** Grows with what is booked in a day, or with the matches. */
const narrowedLists = {
  'a page of Completed in the midst': { _boolcompleted: 'true', page: '150' },
  'a deep page of All bookings': { page: '200' },
  'withdrawn bookings': { withdrawn: 'true' },
  // Of a zone, fewer than ten thousand.
  'the dearest withdrawn': { withdrawn: 'true', sort: '-price' },
  'the oldest that are not completed': { _boolcompleted: 'false', sort: 'createdAt' },
  'a plate': { _searchname: 'ABC-123DE' },
  'a search that finds nothing': { _searchname: 'nobody of this name' },
  'the code of an offence': { _searchname: 'LGC-07' },
  'an officer': { bookedBy: 'officer-7' },
  'an officer’s withdrawn bookings of a year': {
    bookedBy: 'officer-7',
    withdrawn: 'true',
    from: '2026-01-01',
    to: '2026-12-31',
  },
  'a name in some days': { _searchname: 'musa', from: '2026-02-10', to: '2026-03-05' },
};

/** What is frequent can't be found whole in time: the newest bookings are looked through. */
const frequent = {
  'a frequent name': { _searchname: 'musa' },
  'the beginning of most phones': { _searchname: '080' },
  'an offence': { offence: 'LGC-07' },
  'a type of vehicle and an amount': { vehicleType: 'Private', min: '6000' },
  'paid on some days': { by: 'paid', from: '2026-03-01', to: '2026-03-31' },
  'cleared on some days': { by: 'cleared', from: '2026-03-01', to: '2026-03-31' },
  'a name among what was paid': { by: 'paid', from: '2026-03-01', _searchname: 'musa' },
};

const listReads = (lists: Readonly<Record<string, Record<string, string>>>, ms?: number): Reads =>
  Object.fromEntries(
    Object.entries(lists).map(([name, query]) => [
      name,
      (caller) => listBookingsOf(sourceOf(db, ms), caller, listBookings.query.parse(query)),
    ]),
  );

type Reads = Readonly<Record<string, (caller: Caller) => Promise<unknown>>>;

const plain: Reads = {
  ...listReads(plainLists),
  'one booking': (caller) => findBooking(db, caller, '01KAAAAAAA0000000000000000'),
  'the counts': (caller) => countBookings(db, caller.scope),
  'the revenue': (caller) => sumRevenue(db, caller.scope),
  'the activities': (caller) => listActivitiesOf(db, caller, { page: 1, limit: 8 }),
  'the dossier of a plate': (caller) => dossierOf(db, caller, { of: 'plate', value: 'ABC-123DE' }),
  'the dossier of a licence': (caller) =>
    dossierOf(db, caller, { of: 'license', value: 'KAD48271AA12' }),
  'the dossier of a phone': (caller) =>
    dossierOf(db, caller, { of: 'phone', value: '08031234567' }),
};
const narrowed: Reads = {
  ...listReads(narrowedLists),
  ...listReads(frequent, 0),
  // Of a zone that has not booked 10,000 in a month.
  'the map': (caller) => mapOf(db, caller, {}),
  'the names of places': (caller) => placeNamesOf(db, caller, {}),
  'what a device keeps of its place': ({ scope }) => platesOf(db, { scope, seesPaid: true }),
  'what changed of it': ({ scope }) =>
    changedPlates(db, { scope, seesPaid: true }, { epoch: 'any', xid: '1' }),
};

/** What each read costs each caller, by "what for whom". */
async function costs(reads: Reads): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const [what, read] of Object.entries(reads))
    for (const [who, caller] of Object.entries(callers))
      found.set(`${what} for ${who}`, await costOf(() => read(caller)));
  return found;
}

test('what everybody opens costs the same for ten million bookings as for one', async () => {
  await pretend(250);
  const forOne = await costs(plain);
  await pretend(2_500);
  const forTen = await costs(plain);
  for (const [what, cost] of forOne) {
    expect(cost, what).toBeGreaterThan(0);
    expect((forTen.get(what) ?? Infinity) / cost, what).toBeLessThan(1.1);
  }
});

test('no search and no deep page reads a table of ten million bookings', async () => {
  await pretend(2_500);
  const wholeTable = await costOf(() => sql`select max(name) from bookings`.execute(db));
  for (const [what, cost] of await costs(narrowed)) expect(cost, what).toBeLessThan(wholeTable / 3);
});

test('of a zone, nothing that is found by its index passes over all that was booked', async () => {
  await pretend(2_500);
  const head = callers['a zonal head'];
  const passedOver = (query: Record<string, string>) =>
    passedOverBy(() => listBookingsOf(sourceOf(db), head, listBookings.query.parse(query)));
  // The licences of Giwa begin so: they are many, and none of them is in this head's zone.
  expect(await passedOver({ _searchname: 'giw' }), 'a search').toBeLessThan(few);
  const withdrawn = { withdrawn: 'true', sort: '-price' };
  expect(await passedOver(withdrawn), 'the dearest withdrawn').toBeLessThan(few);
  const unpaid = await passedOverBy(() => platesOf(db, { scope: head.scope, seesPaid: false }));
  expect(unpaid, 'what waits for payment').toBeLessThan(few);
});

test('a reconciliation of a year costs the same for ten million bookings as for one', async () => {
  const year = { from: '2025-06-15', to: '2026-06-14' };
  const costsNow = async () => {
    const found = new Map<string, number>();
    for (const by of reconciledBy)
      for (const [who, caller] of Object.entries(callers)) {
        // Officers and heads of a zone are read one by one at either end.
        if (caller.scope.zone !== null && (by === 'officer' || by === 'head')) continue;
        found.set(
          `by ${by} for ${who}`,
          await costOf(() => reconcile(db, caller, { by, ...year })),
        );
      }
    return found;
  };
  await pretend(250);
  const forOne = await costsNow();
  await pretend(2_500);
  const wholeTable = await costOf(() => sql`select max(name) from bookings`.execute(db));
  // How many figures there are is known from a sample, which is drawn anew each time.
  for (const [what, cost] of await costsNow())
    expect(cost / (forOne.get(what) ?? 0), what).toBeLessThan(2);
  for (const by of ['officer', 'head'] as const) {
    const cost = await costOf(() => reconcile(db, callers['a zonal head'], { by, ...year }));
    expect(cost, by).toBeLessThan(wholeTable / 3);
  }
});

test('the oldest that are not completed are looked for from their day on', async () => {
  const old = `withdrawn_at is null and created_at < now() - interval '60 days'`;
  await owner.query(`
    update bookings set completed = true, completed_at = now(), completed_by = created_by
    where paid and not completed and ${old};
    update bookings set withdrawn_at = now(), withdrawn_reason = 'Booked twice',
      withdrawn_by = (select max(id) from users where id <> created_by)
    where not paid and ${old}`);
  await foldAll(db);
  await pretend(2_500);
  const query = listBookings.query.parse({ _boolcompleted: 'false', sort: 'createdAt' });
  const passedOver = await passedOverBy(() =>
    listBookingsOf(sourceOf(db), callers['a state admin'], query),
  );
  // Of more than two thousand older ones, and the figures of their months.
  expect(passedOver).toBeLessThan(300);
});

test('a page of a list is planned once, whatever has changed that day', async () => {
  await owner.query(`
    insert into outbox (record_type, record_id, change, organisation, zone, demo, made_on, kobo)
    select 'booking', n, 'made', 'Kaduna', 'Zaria', false, '2026-03-01', 100
    from generate_series(1, 50000) as n`);
  await owner.query('analyze outbox');
  const pool = new pg.Pool({ connectionString: plans.appUrl, max: 1, types: columnTypes });
  const kept: Database = new Kysely({
    dialect: new PostgresDialect({ pool: keepingPrepared(pool) }),
  });
  for (const query of Object.values(plainLists).filter((list) => !('_searchname' in list)))
    for (let time = 0; time < 12; time += 1)
      await listBookingsOf(
        sourceOf(kept),
        callers['a state admin'],
        listBookings.query.parse(query),
      );
  const { rows } = await sql<{ statement: string; anew: number }>`
    select statement, custom_plans as anew from pg_prepared_statements`.execute(kept);
  await kept.destroy();
  expect(rows.length).toBeGreaterThan(4);
  // PostgreSQL plans each statement five times before it compares.
  for (const { statement, anew } of rows) expect(anew, statement).toBe(5);
});
