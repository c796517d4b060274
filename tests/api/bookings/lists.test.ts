import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Booking, listBookings } from '#contract/bookings.ts';
import { type Client, openSession, refusalOf } from '#tests/support/client.ts';
import { draws } from '#tests/support/draws.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { billed, booked, bookedAndPaid } from '#tests/support/journey.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let officer: Client;
let token: string;
/** Oldest first. */
const made: Booking[] = [];

beforeAll(async () => {
  app = await startTestApp();
  const account = await makeAccount(app.db, 'booking officer');
  ({ client: officer, token } = await openSession(app.url, account.email));
  for (let number = 1; number <= 23; number += 1)
    made.push(await booked(officer, { name: `Driver ${number}` }));
});
afterAll(() => app.stop());

const list = (query: Record<string, string> = {}) => officer.ok(listBookings, { query });
const found = async (_searchname: string) =>
  (await list({ _searchname, limit: '100' })).data.map(({ name }) => name);

describe('pages of 23 bookings', () => {
  test('162, 263d: a list begins with the first ten, newest first', async () => {
    const answer = await list();
    const newest = made.toReversed().slice(0, 10);
    expect(answer.data.map(({ _id }) => _id)).toEqual(newest.map(({ _id }) => _id));
    expect(answer).toMatchObject({
      total: 23,
      count: 10,
      limit: 10,
      pagination: { next: { page: 2, limit: 10 } },
    });
    expect(answer.pagination.prev).toBeUndefined();
  });

  test('162, 263d: the last page counts its own rows and has none after it', async () => {
    const answer = await list({ page: '3' });
    expect(answer).toMatchObject({
      total: 23,
      count: 3,
      limit: 10,
      pagination: { prev: { page: 2, limit: 10 } },
    });
    expect(answer.pagination.next).toBeUndefined();
    // The screens divide total by limit, even where count is less than limit.
    expect(Math.ceil(answer.total / answer.limit)).toBe(3);
  });

  test('a page beyond the last is empty, with the same total', async () => {
    const answer = await list({ page: '4' });
    expect(answer).toMatchObject({ data: [], total: 23, count: 0 });
    expect(answer.pagination.prev).toEqual({ page: 3, limit: 10 });
    const far = await list({ page: '999999' });
    expect(far.pagination).toEqual({ prev: { page: 3, limit: 10 } });
    expect(answer.pagination.next).toBeUndefined();
  });

  test('a total that fills its pages exactly has no page after the last', async () => {
    const answer = await list({ limit: '23' });
    expect(answer).toMatchObject({ count: 23, total: 23, pagination: {} });
    expect(answer.pagination).toEqual({});
  });

  test('any page size shows every booking once, in order', async () => {
    const newest = made.toReversed().map(({ _id }) => _id);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 30 }), async (limit) => {
        const seen: string[] = [];
        for (let page = 1; page <= Math.ceil(23 / limit); page += 1) {
          const answer = await list({ limit: String(limit), page: String(page) });
          expect(answer.count).toBe(answer.data.length);
          expect(answer.pagination.next !== undefined).toBe(page * limit < 23);
          seen.push(...answer.data.map(({ _id }) => _id));
        }
        expect(seen).toEqual(newest);
      }),
      { numRuns: 12 },
    );
  });

  test.each(['0', '101', '-1', '1.5', 'ten', '', '1e9', '999999999999999999999'])(
    'a limit of "%s" is a 400',
    async (limit) => {
      const answer = await officer.call(listBookings, { query: { limit } });
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid' } });
    },
  );

  test('limits of 1 and 100 are taken', async () => {
    expect((await list({ limit: '1' })).count).toBe(1);
    expect((await list({ limit: '100' })).count).toBe(23);
  });

  test.each(['0', '-1', 'two', '1000001'])('a page of "%s" is a 400', async (page) => {
    expect((await officer.call(listBookings, { query: { page } })).status).toBe(400);
  });

  test('the furthest page is an empty one', async () => {
    expect(await list({ page: '1000000', limit: '100' })).toMatchObject({ data: [], total: 23 });
  });

  test.each([
    ['sort', 'colour'],
    ['paid', 'true'],
    ['_boolpaid', '1'],
    ['_boolpaid', 'TRUE'],
    ['_boolcompleted', 'yes'],
    ['_searchfirstName', 'Musa'],
    ['team', 'Alpha'],
  ])('the unknown filter %s=%s is a 400, never ignored', async (name, value) => {
    const answer = await officer.call(listBookings, { query: { [name]: value } });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid' } });
    expect(Object.keys(answer.ok ? {} : (answer.body.fields ?? {}))).toEqual([name]);
  });

  test('a filter given twice is a 400', async () => {
    const response = fetch(`${app.url}${listBookings.path}?limit=5&limit=6`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await refusalOf(response)).toMatchObject({ status: 400, code: 'invalid' });
  });
});

describe('filters', () => {
  test('263c: paid and completed each tell the three lists apart', async () => {
    const paid = await bookedAndPaid(officer, app.db, { name: 'Paid Danjuma' });
    const ids = async (query: Record<string, string>) =>
      (await list({ ...query, _searchname: 'Danjuma' })).data.map(({ _id }) => _id);
    const open = await booked(officer, { name: 'Open Danjuma' });
    expect(await ids({ _boolpaid: 'false' })).toEqual([open._id]);
    expect(await ids({ _boolpaid: 'true' })).toEqual([paid._id]);
    expect(await ids({ _boolpaid: 'true', _boolcompleted: 'false' })).toEqual([paid._id]);
    expect(await ids({ _boolcompleted: 'true' })).toEqual([]);
    expect(await ids({})).toEqual([open._id, paid._id]);
  });
});

describe('search', () => {
  test('263b: finds a name, plate, phone, second phone, licence, reference and bill reference', async () => {
    const { _id, billRef } = await billed(
      officer,
      (
        await booked(officer, {
          name: 'Yakubu Dogara',
          registration: 'KJA-777XY',
          phoneNo: '0901 777 1234',
          phoneTwo: '0902 888 4321',
          license: 'LAG99887ZZ01',
        })
      )._id,
    );
    const words = ['kubu dog', '777xy', '777 1234', '888 4321', 'g99887', _id.slice(10), billRef];
    for (const word of words) expect(await found(word), word).toEqual(['Yakubu Dogara']);
    expect(await found(_id.slice(10).toLowerCase())).toEqual(['Yakubu Dogara']);
  });

  test('takes %, _ and \\ literally', async () => {
    for (const name of ['Rate 5% off', 'Under_score', 'Back\\slash', "O'Brien"])
      await booked(officer, { name });
    expect(await found('%')).toEqual(['Rate 5% off']);
    expect(await found('_')).toEqual(['Under_score']);
    expect(await found('\\')).toEqual(['Back\\slash']);
    for (const spelt of ["o'brien", 'O’Brien', 'obrien'])
      expect(await found(spelt), spelt).toEqual(["O'Brien"]);
    expect(await found('Under%score')).toEqual([]);
    expect(await found('Bac_')).toEqual([]);
  });

  test('does not mind capitals, also beyond English', async () => {
    await booked(officer, { name: 'ƊANLADI Ọlá Ẹ̀GBÀ' });
    for (const word of ['Ɗanladi', 'ọLÁ', 'ẹ̀gbà'])
      expect(await found(word), word).toEqual(['ƊANLADI Ọlá Ẹ̀GBÀ']);
  });

  test('an empty search is no search', async () => {
    const { total } = await list();
    expect((await list({ _searchname: '  ' })).total).toBe(total);
  });

  test('what nobody has is an empty list with a total of 0', async () => {
    expect(await list({ _searchname: 'nobody at all' })).toEqual({
      success: true,
      data: [],
      total: 0,
      sum: 0,
      count: 0,
      limit: 10,
      pagination: {},
    });
  });

  test('any text is a list or a 400, never an error of the server', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 120 }), async (_searchname) => {
        const answer = await officer.call(listBookings, { query: { _searchname } });
        expect([200, 400]).toContain(answer.status);
      }),
      draws(48),
    );
  });

  test('a name of short words is found though its letters stand in a longer name as well', async () => {
    for (const name of ['Joan Bako', 'Naaa(a', 'Na(a', 'Jo Adamu']) await booked(officer, { name });
    expect(await found('jo a')).toContain('Jo Adamu');
    expect(await found('Na(a')).toContain('Na(a');
  });

  test('any name is found by any part of itself', async () => {
    const letters = fc.string({
      unit: fc.constantFrom(
        'a',
        'b',
        'X',
        'Z',
        ' ',
        'à',
        'ẹ',
        'Ɗ',
        '%',
        '_',
        '\\',
        "'",
        '"',
        '(',
        '*',
      ),
      minLength: 3,
      maxLength: 30,
    });
    await fc.assert(
      fc.asyncProperty(letters, fc.nat(27), async (letterSoup, from) => {
        const { name } = await booked(officer, { name: `N${letterSoup}` });
        const part = name.slice(Math.min(from, name.length - 1));
        expect(await found(part)).toContain(name);
      }),
      { numRuns: 25 },
    );
  });
});
