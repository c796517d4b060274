import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listBookings } from '#contract/bookings.ts';
import { asOneRead, withinTime } from '#server/db/reading/one-read.ts';
import { listBookingsOf } from '#server/features/bookings/list/list.ts';
import type { Caller } from '#server/http/caller.ts';
import { Refusal } from '#server/http/refusal.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { storeBooking, storeBookings } from '#tests/support/raw-bookings.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let caller: Caller;
const day = 24 * 3_600_000;
beforeAll(async () => {
  app = await startTestApp();
  const { id } = await makeAccount(app.db, 'state admin');
  caller = {
    userId: id,
    sessionId: null,
    role: 'state admin',
    name: 'Somebody',
    state: 'Kaduna',
    scope: { organisation: 'Kaduna', zone: null, demo: 'included' },
    demo: false,
    lacksFactor: false,
  };
  const bear = (name: string, count: number, daysAgo: number) =>
    Promise.all(
      Array.from({ length: count }, () =>
        storeBooking(app.owner, id, { name, created_at: new Date(Date.now() - daysAgo * day) }),
      ),
    );
  await bear('Tanko Lawal', 12, 0);
  await bear('Tanko Lawal', 3, 100);
  await bear('Audu Bello', 10, 0);
  await bear('Audu Bello', 3, 100);
  await bear('Ngozi Okafor', 4, 0);
  await bear('Ngozi Okafor', 3, 100);
});
afterAll(() => app.stop());

async function found(query: Record<string, string>, countingMs?: number, soonMs?: number) {
  const outcome = await listBookingsOf(
    {
      db: app.pools.reading,
      ...(countingMs === undefined ? {} : { countingMs }),
      ...(soonMs === undefined ? {} : { soonMs }),
    },
    caller,
    listBookings.query.parse({ limit: '10', ...query }),
  );
  if (outcome instanceof Refusal) throw new Error(outcome.error);
  return listBookings.response.parse(JSON.parse(outcome.answer.text));
}

test('a search whose page is full says that there are more where there is no time to count them', async () => {
  const counted = await found({ _searchname: 'tanko' });
  expect(counted).toMatchObject({ total: 15, count: 10 });
  expect(counted).not.toHaveProperty('more');
  const hurried = await found({ _searchname: 'tanko' }, 0);
  expect(hurried).toMatchObject({ total: 12, more: true, within: 12, count: 10, sum: null });
  expect(hurried.data).toEqual(counted.data);
});

test('a page that is not full is searched for to its end, whatever that takes', async () => {
  const rare = await found({ _searchname: 'ngozi' }, 0);
  expect(rare).toMatchObject({ total: 7, count: 7 });
  expect(rare).not.toHaveProperty('more');
  const second = await found({ _searchname: 'tanko', page: '2' }, 0);
  expect(second).toMatchObject({ total: 15, count: 5 });
});

test('a search that just fills its page also finds whether there is another page', async () => {
  const hurried = await found({ _searchname: 'audu' }, 0);
  expect(hurried).toMatchObject({ total: 13, count: 10, pagination: { next: { page: 2 } } });
});

test('a page beyond all that are reached says how many there are', async () => {
  const beyond = await found({ _searchname: 'audu', page: '1001' }, 0);
  expect(beyond).toMatchObject({ total: 13, count: 0 });
  expect(beyond).not.toHaveProperty('more');
});

test('a whole plate, licence, phone or bill whose pieces are frequent is found by its own index', async () => {
  const numbers = {
    registration: 'KJA-000AA',
    license: 'KAD00000AA00',
    phone_no: '08000000000',
    phone_two: '+234 700 000 0000',
    bill_ref: '400000000000',
  };
  const id = await storeBooking(app.owner, caller.userId, {
    ...numbers,
    bill_gateway: 'PayKaduna',
  });
  for (const typed of [...Object.values(numbers), 'kja 0oo aa', '2348000000000', '07000000000']) {
    const whole = await found({ _searchname: typed }, undefined, 0);
    expect(
      whole.data.map(({ _id }) => _id),
      typed,
    ).toEqual([id]);
    expect(whole, typed).toMatchObject({ total: 1, more: true });
    expect(await found({ _searchname: typed, zone: 'Igabi' }, undefined, 0), typed).toMatchObject({
      total: 0,
    });
    expect(await found({ _searchname: typed }), typed).toMatchObject({ total: 1 });
  }
  // A part of one is looked for on.
  const part = await found({ _searchname: 'KJA-000A' }, undefined, 0);
  expect(part).toMatchObject({ total: 1 });
  expect(part).not.toHaveProperty('more');
});

test('of a number that more than a thousand bookings share, the newest are found and all are counted', async () => {
  const phone_no = '07011111111';
  const lastYear = { phone_no, created_at: new Date(Date.now() - 365 * day) };
  for (const many of [500, 501])
    await storeBookings(
      app.owner,
      caller.userId,
      Array.from({ length: many }, () => lastYear),
    );
  const newest = await storeBooking(app.owner, caller.userId, { phone_no });
  const shared = await found({ _searchname: phone_no }, undefined, 0);
  expect(shared.data[0]?._id).toBe(newest);
  expect(shared).toMatchObject({ total: 1_002, count: 10 });
  expect(shared).not.toHaveProperty('more');
});

const sleeping = (seconds: number) => sql`select pg_sleep(${seconds})`.execute(app.pools.reading);

test('what takes too long is cancelled, and the read goes on', async () => {
  const gone = new AbortController();
  await asOneRead({ signal: gone.signal, mustSee: undefined }, async () => {
    expect(await withinTime(50, () => sleeping(600))).toBeUndefined();
    const { rows } = await sql<{ one: number }>`select 1 as one`.execute(app.pools.reading);
    expect(rows).toEqual([{ one: 1 }]);
  });
});

test('what is timed within a longer time ends with the shorter of both', async () => {
  const longer = () => withinTime(500_000, () => sleeping(600));
  expect(await withinTime(50, longer)).toBeUndefined();
});

test('a client that goes away ends the read, also while something is timed', async () => {
  const gone = new AbortController();
  const reading = asOneRead({ signal: gone.signal, mustSee: undefined }, () =>
    withinTime(500_000, () => sleeping(600)),
  );
  setTimeout(() => gone.abort(), 50);
  await expect(reading).rejects.toThrow();
});

test('a fault is no lack of time', async () => {
  await expect(withinTime(500_000, () => Promise.reject(new Error('broken')))).rejects.toThrow(
    'broken',
  );
});
