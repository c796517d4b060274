import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listBookings } from '#contract/bookings.ts';
import { listCollisions } from '#contract/collisions.ts';
import { type Client, signedIn } from '#tests/support/client.ts';
import { recorded } from '#tests/support/collisions.ts';
import { makeAccount, markPaid } from '#tests/support/factories.ts';
import { booked } from '#tests/support/journey.ts';
import { storeBooking } from '#tests/support/raw-bookings.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

type Query = Record<string, string>;

let app: TestApp;
let officerId: string;
let officer: Client;
let operator: Client;
let zaria: Client;

beforeAll(async () => {
  app = await startTestApp();
  const account = await makeAccount(app.db, 'booking officer');
  officerId = account.id;
  officer = await signedIn(app.url, account.email);
  operator = await signedIn(app.url, (await makeAccount(app.db, 'operator')).email);
  const inZaria = await makeAccount(app.db, 'zonal head', { zone: 'Zaria' });
  zaria = await signedIn(app.url, inZaria.email);
});
afterAll(() => app.stop());

const list = (query: Query, client = officer) =>
  client.ok(listBookings, { query: { limit: '100', ...query } });
const namesOf = async (query: Query, client = officer) =>
  (await list(query, client)).data.map(({ name }) => name);

const store = (changes: Parameters<typeof storeBooking>[2]) =>
  storeBooking(app.db, officerId, changes);

describe('days', () => {
  beforeAll(async () => {
    const at = (created_at: string, name: string) =>
      store({ created_at: new Date(created_at), name: `Edge ${name}` });
    await at('2025-03-09T22:59:59.999Z', 'last of the 9th');
    await at('2025-03-09T23:00:00.000Z', 'first of the 10th');
    await at('2025-03-10T22:59:59.999Z', 'last of the 10th');
    await at('2025-03-10T23:00:00.000Z', 'first of the 11th');
  });
  const edges = async (query: Query) =>
    (await namesOf({ _searchname: 'Edge', sort: 'createdAt', ...query })).map((name) =>
      name.replace('Edge ', ''),
    );

  test('begin and end at midnight in Lagos, the first and the last of them included', async () => {
    expect(await edges({ from: '2025-03-10', to: '2025-03-10' })).toEqual([
      'first of the 10th',
      'last of the 10th',
    ]);
    expect(await edges({ from: '2025-03-11' })).toEqual(['first of the 11th']);
    expect(await edges({ to: '2025-03-09' })).toEqual(['last of the 9th']);
    expect(await edges({ from: '2025-03-09', to: '2025-03-11' })).toHaveLength(4);
  });

  test('speak of the payment or the clearance when asked to', async () => {
    const made = new Date('2025-04-01T10:00:00Z');
    const id = await store({ created_at: made, name: 'Moments' });
    await markPaid(app.db, id, new Date('2025-04-02T23:30:00Z'));
    const completed_at = new Date('2025-04-05T08:00:00Z');
    await app.db
      .updateTable('bookings')
      .set({ completed: true, completed_at, completed_by: officerId })
      .where('id', '=', id)
      .execute();
    const on = async (by: string, day: string) =>
      (await namesOf({ _searchname: 'Moments', by, from: day, to: day })).length;
    expect(await on('made', '2025-04-01')).toBe(1);
    expect(await on('paid', '2025-04-01')).toBe(0);
    // Half past midnight in Lagos.
    expect(await on('paid', '2025-04-03')).toBe(1);
    expect(await on('cleared', '2025-04-05')).toBe(1);
    expect(await on('cleared', '2025-04-03')).toBe(0);
  });

  test('of payment are those of the place where the booking stands now', async () => {
    const id = await store({ name: 'Moved', zone: 'Giwa' });
    await markPaid(app.db, id, new Date('2025-04-12T10:00:00Z'));
    const inZone = (zone: string) =>
      namesOf({ by: 'paid', from: '2025-04-12', to: '2025-04-12', zone });
    expect(await inZone('Giwa')).toEqual(['Moved']);
    await app.owner.updateTable('bookings').set({ zone: 'Soba' }).where('id', '=', id).execute();
    expect(await inZone('Giwa')).toEqual([]);
    expect(await inZone('Soba')).toEqual(['Moved']);
  });

  test('count for collisions as well', async () => {
    const ids: Record<string, string> = {};
    for (const at of ['2025-03-09T22:59:59Z', '2025-03-09T23:00:00Z']) {
      const { _id } = await recorded(officer, { zone: 'Soba' });
      ids[at] = _id;
      await app.owner
        .updateTable('collisions')
        .set({ created_at: new Date(at) })
        .where('id', '=', _id)
        .execute();
    }
    const found = async (query: Query) =>
      (await officer.ok(listCollisions, { query: { zone: 'Soba', ...query } })).data.map(
        ({ _id }) => _id,
      );
    const [first, second] = [ids['2025-03-09T22:59:59Z'], ids['2025-03-09T23:00:00Z']];
    expect(await found({ from: '2025-03-10', to: '2025-03-10' })).toEqual([second]);
    expect(await found({ sort: 'createdAt' })).toEqual([first, second]);
    expect(await found({})).toEqual([second, first]);
    expect(await found({ zone: 'Giwa' })).toEqual([]);
  });
});

describe('a filter that cannot be', () => {
  test.each([
    ['from', { from: '2025-02-30' }, 'Enter the first day as a date such as 2026-11-01.'],
    [
      'from',
      { from: '0000-01-01' },
      'Enter the first day as a date between 2000 and 2199, such as 2026-11-01.',
    ],
    [
      'to',
      { to: '9999-12-31' },
      'Enter the last day as a date between 2000 and 2199, such as 2026-11-01.',
    ],
    ['to', { to: "2025-01-01'--" }, 'Enter the last day as a date such as 2026-11-01.'],
    [
      'from',
      { from: '2025-02-02', to: '2025-02-01' },
      'Enter a first day on or before the last day.',
    ],
    ['by', { by: 'booked' }, 'Select made, paid or cleared.'],
    [
      'offence',
      { offence: 'speeding' },
      'Enter the id of an offence in the catalogue, such as LGC-01.',
    ],
    ['vehicleType', { vehicleType: 'Rocket' }, 'Select a vehicle type.'],
    ['min', { min: '-1' }, 'Enter an amount in whole naira, such as 5000.'],
    ['min', { min: '' }, 'Enter an amount in whole naira, such as 5000.'],
    ['max', { max: '10.50' }, 'Enter an amount in whole naira, such as 5000.'],
    ['max', { max: '1e3' }, 'Enter an amount in whole naira, such as 5000.'],
    ['max', { max: '9999999999999999' }, 'Enter an amount in whole naira, such as 5000.'],
    ['min', { min: '2', max: '1' }, 'Enter a lowest amount that is no more than the highest.'],
    ['sort', { sort: 'price desc' }, 'Select how to sort the list.'],
    ['zone', { zone: '' }, 'Select a zone.'],
    ['zone', { zone: 'Za\0ria' }, 'Remove hidden characters that cannot be displayed.'],
  ])('is a 400 that names %s: %j', async (field, query, error) => {
    const answer = await officer.call(listBookings, { query });
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'invalid', error, fields: { [field]: error } },
    });
  });

  test('is a 400 for collisions too', async () => {
    for (const query of [{ from: '2025-02-02', to: '2025-02-01' }, { sort: 'zone' }, { min: '1' }])
      expect(await officer.call(listCollisions, { query })).toMatchObject({
        status: 400,
      });
  });
});

describe('what lies beyond somebody stays beyond them', () => {
  beforeAll(async () => {
    await store({ zone: 'Zaria', name: 'Fence here' });
    await store({ zone: 'Chikun', name: 'Fence there' });
    await markPaid(app.db, await store({ zone: 'Chikun', name: 'Fence paid' }));
  });

  test("a zone's user cannot filter to another zone", async () => {
    expect(await namesOf({ _searchname: 'Fence' }, zaria)).toEqual(['Fence here']);
    expect(await namesOf({ _searchname: 'Fence', zone: 'Zaria' }, zaria)).toEqual(['Fence here']);
    const refusal = {
      status: 403,
      body: { code: 'out_of_scope', error: 'You can see only Zaria.' },
    };
    const query = { zone: 'Chikun' };
    expect(await zaria.call(listBookings, { query })).toMatchObject(refusal);
    expect(await zaria.call(listCollisions, { query })).toMatchObject(refusal);
    expect(await namesOf({ _searchname: 'Fence', zone: 'Chikun' })).toHaveLength(2);
  });

  test('a zone of another organisation shows nothing of it', async () => {
    await store({ organisation: 'Ogun', zone: 'Sagamu', name: 'Fence of Ogun' });
    expect(await list({ zone: 'Sagamu' })).toMatchObject({ total: 0, sum: 0, data: [] });
  });

  test('an operator filters unpaid bookings only, and sums no others', async () => {
    const all = await list({ _searchname: 'Fence' }, operator);
    expect(all.data.map(({ name }) => name)).toEqual(['Fence there', 'Fence here']);
    expect(all).toMatchObject({ total: 2, sum: 24_000 });
    for (const query of [{ by: 'paid' }, { by: 'cleared' }, { _boolpaid: 'true' }])
      expect(await operator.call(listBookings, { query })).toMatchObject({
        status: 403,
        body: {
          code: 'forbidden',
          error: 'You can see only unpaid bookings. Your role is operator.',
        },
      });
  });
});

describe('offence, type of vehicle, amount and sum', () => {
  test('an offence finds every booking that it is on', async () => {
    await booked(officer, { name: 'Offender one', offence: [{ id: 'LGC-16' }] });
    await booked(officer, { name: 'Offender two', offence: [{ id: 'TMS-01' }, { id: 'LGC-16' }] });
    await booked(officer, { name: 'Offender three', offence: [{ id: 'TMS-01' }] });
    const found = (offence: string) => namesOf({ _searchname: 'Offender', offence });
    expect(await found('LGC-16')).toEqual(['Offender two', 'Offender one']);
    expect(await found('TMS-01')).toEqual(['Offender three', 'Offender two']);
    expect(await found('ZZZ-99')).toEqual([]);
  });

  test('the sum is of every match, not of the page', async () => {
    for (const price_kobo of [100_000, 250_000, 999_900])
      await store({ price_kobo, name: 'Summed' });
    const page = await list({ _searchname: 'Summed', limit: '1', page: '2' });
    expect(page).toMatchObject({ total: 3, sum: 13_499, count: 1 });
  });
});
