import { ulid } from 'ulid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listBookings } from '#contract/bookings.ts';
import { listCollisions } from '#contract/collisions.ts';
import { recorded } from '#tests/support/collisions.ts';
import { markPaid } from '#tests/support/factories.ts';
import { booked } from '#tests/support/journey.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let officer: Person;
/** The ids of an unpaid and a paid booking of Zaria, in this order. */
let changed: [unpaid: string, paid: string];

const unpaidFields = {
  registration: 'NWS-105DE',
  name: 'Musa Heard',
  phoneNo: '0803 555 0142',
  phoneTwo: '0805 444 0199',
  zone: 'Zaria',
};

beforeAll(async () => {
  app = await startTestApp();
  officer = await makePerson(app, 'booking officer');
  const unpaid = await booked(officer, unpaidFields);
  const paid = await booked(officer, { registration: 'NWS-106DE', zone: 'Zaria' });
  await markPaid(app.db, paid._id);
  changed = [unpaid._id, paid._id];
});
afterAll(() => app.stop());

type Query = Record<string, string>;

async function foundAmong(query: Query, ids: readonly string[] = changed, client = officer) {
  const { data, total } = await client.ok(listBookings, { query: { ids: ids.join(), ...query } });
  expect(total).toBe(data.length);
  return data.map(({ _id }) => _id).sort();
}

test('of the bookings that were heard of, those are found that belong in the list', async () => {
  await booked(officer, { registration: 'NWS-107DE', zone: 'Zaria' });
  const [unpaid, paid] = changed;
  expect(await foundAmong({})).toEqual([...changed].sort());
  expect(await foundAmong({ _boolpaid: 'false' })).toEqual([unpaid]);
  expect(await foundAmong({ _boolpaid: 'true', _boolcompleted: 'false' })).toEqual([paid]);
  expect(await foundAmong({ _boolcompleted: 'true' })).toEqual([]);
  expect(await foundAmong({ withdrawn: 'true' })).toEqual([]);
  expect(await foundAmong({ zone: 'Chikun' })).toEqual([]);
  expect(await foundAmong({ zone: 'Zaria', min: '1', max: '2' })).toEqual([]);
  expect(await foundAmong({}, [ulid()])).toEqual([]);
});

test.each([
  'nws105de',
  'NWS 1O5 DE',
  'heard',
  '08035550142',
  '+234 803 555 0142',
  // The second number of the driver.
  '0805-444-0199',
  '+2348054440199',
])('a booking that was heard of is found in the list that is searched for %s', async (search) => {
  expect(await foundAmong({ _searchname: search })).toEqual([changed[0]]);
});

test('nobody hears more of a booking than their scope and role let them', async () => {
  const [unpaid] = changed;
  const as = async (role: 'operator' | 'zonal head', zone: string) =>
    makePerson(app, role, { zone });
  expect(await foundAmong({}, changed, await as('operator', 'Zaria'))).toEqual([unpaid]);
  expect(await foundAmong({}, changed, await as('zonal head', 'Chikun'))).toEqual([]);
});

test('at most 100 records are asked about at once, each by its id', async () => {
  const statusOf = async (ids: readonly string[]) =>
    (await officer.call(listBookings, { query: { ids: ids.join() } })).status;
  const many = Array.from({ length: 101 }, () => ulid());
  expect(await statusOf(many)).toBe(400);
  expect(await statusOf(many.slice(1))).toBe(200);
  expect(await statusOf(['not an id'])).toBe(400);
});

test('of the collisions that were heard of, those are found that belong in the list', async () => {
  const [first, second] = [await recorded(officer), await recorded(officer)];
  const found = async (query: Query) => {
    const ids = [first._id, second._id].join();
    const { data } = await officer.ok(listCollisions, { query: { ids, ...query } });
    return data.map(({ _id }) => _id).sort();
  };
  expect(await found({})).toEqual([first._id, second._id].sort());
  expect(await found({ _searchfirstName: second._id })).toEqual([second._id]);
  expect(await found({ to: '2000-01-02' })).toEqual([]);
});
