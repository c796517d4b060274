// @module-tag night
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listCollisions } from '#contract/collisions.ts';
import { readBlackSpots } from '#contract/modules/reports/black-spots.ts';
import { listCollisionsOf } from '#server/features/collisions/queries.ts';
import { type Caller, system } from '#server/http/caller.ts';
import { blackSpotsOf } from '#server/modules/reports/black-spots/queries.ts';
import { callers, few, openPlans, type Plans } from '#tests/support/plans.ts';

// As for bookings (`tests/api/plans.test.ts`): PostgreSQL is told that there are millions.

let plans: Plans;

beforeAll(async () => {
  plans = await openPlans(['collisions', 'collision_vehicles']);
  await makeCollisions(24_000);
});
afterAll(() => plans.stop());

/**
 * Collisions of two years, half of them in Kaduna, where one in twenty-four is in Zaria; the others in
 * Abeokuta, of vehicles with plates of Lagos. Every phone begins alike, and the last one is the oldest.
 */
async function makeCollisions(count: number): Promise<void> {
  const id = `'01KA' || lpad(n::text, 22, '0')`;
  for (const statement of [
    `insert into users (id, email, password_hash, first_name, last_name, role, state)
     values ('officer-7', 'officer-7@hanya.test', '', 'Officer', '7', 'booking officer', 'Kaduna')`,
    'alter table collisions disable trigger user',
    'alter table collision_vehicles disable trigger user',
    `insert into collisions (id, body_hash, organisation, zone, created_by, team, location,
       description, cars, injuries, fatalities, notes, created_at, position_lat, position_lng,
       position_accuracy)
     select ${id}, n::text, case n % 2 when 0 then 'Kaduna' else 'Ogun' end,
       case when n % 2 = 1 then 'Abeokuta' when n % 24 = 0 then 'Zaria' else 'Chikun' end,
       'officer-7', 'Team 1', 'Junction ' || n % 300 || case n % 2 when 0 then '' else ', Abeokuta' end,
       'One ran into another.', 1, 0, 0, '', now() - n * interval '40 minutes',
       9 + n % 2000 * 0.001, 7 + n % 7 * 0.001, 10
     from generate_series(1, ${count}) as n`,
    `insert into collision_vehicles (collision_id, line, plate, make, model, name, phone)
     select ${id}, 1, case n % 2 when 0 then 'ABC-' else 'KJA-' end || lpad(n::text, 5, '0') || 'XY',
       'Toyota', 'Corolla', case when n % 20 = 0 then 'Musa Danladi' else 'Ngozi Eze' end,
       '0803' || lpad(n::text, 7, '0')
     from generate_series(1, ${count}) as n`,
    'update collisions set search_text = search_text_of(collisions)',
    'alter table collisions enable trigger user',
    'alter table collision_vehicles enable trigger user',
    'select recount_figures()',
    'vacuum analyze collisions, collision_vehicles',
  ])
    await plans.owner.query(statement);
}

const listed = (caller: Caller, query: Record<string, string>) =>
  listCollisionsOf(
    {
      db: plans.db,
      fileAddresses: { of: () => '', holds: () => false },
    },
    caller,
    listCollisions.query.parse(query),
  );

const idOf = (number: number) => `01KA${String(number).padStart(22, '0')}`;

test('black spots are sought among the newest 20,000, and the answer says so', async () => {
  const caller = { ...callers['a state admin'] };
  const everywhere = { ...caller, scope: { ...caller.scope, organisation: null } };
  const query = readBlackSpots.query.parse({});
  const deps = { reports: plans.db, config: { costOfHarm: null } };
  const found = await blackSpotsOf(deps, system, everywhere, query);
  expect(found).toMatchObject({ read: 20_000, isCut: true, withoutPosition: 0 });
  expect(await blackSpotsOf(deps, system, caller, query)).toMatchObject({
    read: 12_000,
    isCut: false,
  });
});

test('a search of collisions passes over none but those that hold its pieces, whatever others hold', async () => {
  await plans.pretend(2_500);
  const searches = {
    'what nobody is called': 'zzyzx',
    'a phone that nobody has': '0803 999 9999',
    'what every collision of another organisation holds': 'Abeokuta',
    'their plates': 'KJA-0',
    'a name and a place that are nowhere together': 'Musa, Abeokuta',
  };
  for (const [what, search] of Object.entries(searches))
    for (const who of ['a zonal head', 'a state admin'] as const) {
      const query = { _searchfirstName: search };
      const found = await listed(callers[who], query);
      expect(found, what).toMatchObject({ total: 0 });
      const passedOver = await plans.passedOverBy(() => listed(callers[who], query));
      expect(passedOver, `${what} for ${who}`).toBeLessThan(few);
    }
});

test('no search of collisions reads a table of millions', async () => {
  await plans.pretend(2_500);
  const wholeTable = await plans.costOf(() =>
    sql`select max(location) from collisions`.execute(plans.db),
  );
  const searches = ['zzyzx', 'ABC-00124', '0803', 'Musa Danladi', 'Abeokuta', 'Km 5', 'a', '%%%'];
  for (const [who, caller] of Object.entries(callers))
    for (const sort of ['-createdAt', 'createdAt'])
      for (const search of searches) {
        const query = { _searchfirstName: search, sort };
        const cost = await plans.costOf(() => listed(caller, query));
        expect(cost, `${search} for ${who}, ${sort}`).toBeLessThan(wholeTable / 3);
      }
});

test('what more than 10,000 collisions hold is counted up to there, and its pages are in order', async () => {
  const admin = callers['a state admin'];
  const page = (query: Record<string, string>) =>
    listed(admin, { _searchfirstName: '0803', limit: '2', ...query });
  const many = { total: 10_000, more: true, within: 10_000 };
  expect(await page({})).toMatchObject({ ...many, data: [{ _id: idOf(2) }, { _id: idOf(4) }] });
  expect(await page({ sort: 'createdAt' })).toMatchObject({
    ...many,
    data: [{ _id: idOf(24_000) }, { _id: idOf(23_998) }],
  });
  expect(await page({ page: '5000' })).toMatchObject({
    ...many,
    data: [{ _id: idOf(19_998) }, { _id: idOf(20_000) }],
  });
  expect(await page({ page: '5001' })).toMatchObject({ ...many, data: [] });
  // Its page is walked to in the order of time, where each of them holds it.
  expect(await plans.passedOverBy(() => page({}))).toBeLessThan(few);
});

test('a text that no index holds is looked for among the newest 5,000 collisions', async () => {
  const list = (search: string, query: Record<string, string> = {}) =>
    listed(callers['a state admin'], { _searchfirstName: search, limit: '1', ...query });
  const newest = { _id: idOf(2) };
  expect(await list('a')).toMatchObject({ total: 5_000, within: 5_000, data: [newest] });
  expect(await list('%')).toMatchObject({ total: 0, within: 5_000 });
  const oldest = await list('a', { sort: 'createdAt' });
  expect(oldest).toMatchObject({ total: 5_000, data: [{ _id: idOf(10_000) }] });
  // As it is spelt no index holds it, but its key, which an old plate has.
  expect(await list('24 00 0')).toMatchObject({ total: 1, data: [{ _id: idOf(24_000) }] });
});

test('a deep page of collisions is in order, wherever in its day it begins', async () => {
  // Every other one is of Kaduna, eighteen a day.
  const newestFirst = Array.from({ length: 12_000 }, (_, place) => idOf(2 * (place + 1)));
  for (const sort of ['-createdAt', 'createdAt']) {
    const ids = sort === 'createdAt' ? newestFirst.toReversed() : newestFirst;
    for (let page = 50; page < 70; page += 1) {
      const found = await listed(callers['a state admin'], {
        sort,
        limit: '5',
        page: String(page),
      });
      const shown = ids.slice((page - 1) * 5, page * 5).map((_id) => ({ _id }));
      expect(found, `page ${page}, ${sort}`).toMatchObject({ total: ids.length, data: shown });
    }
  }
});

test('a circle reads the collisions around it alone, however many there are', async () => {
  await plans.pretend(2_500);
  const query = { near: '9.02,7.003,60' };
  const found = await listed(callers['a state admin'], query);
  expect(found).toMatchObject({ total: 1 });
  const passedOver = await plans.passedOverBy(() => listed(callers['a state admin'], query));
  expect(passedOver).toBeLessThan(few);
});
