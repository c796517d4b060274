import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listBookings } from '#contract/bookings.ts';
import { bookingById } from '#server/features/bookings/queries.ts';
import { foldFigures } from '#server/figures/fold.ts';
import { type Client, signedIn } from '#tests/support/client.ts';
import { asOwner, makeAccount } from '#tests/support/factories.ts';
import { storeBooking } from '#tests/support/raw-bookings.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let officerId: string;
let superiorId: string;
/** Of one zone, of one organisation, and of all of them. */
let everywhere: Client;
let callers: { client: Client; sees: (row: Row) => boolean }[];

interface Row {
  readonly id: string;
  readonly organisation: string;
  readonly zone: string;
  readonly created_at: Date;
  readonly price_kobo: number;
  readonly list: string;
}

beforeAll(async () => {
  app = await startTestApp();
  officerId = (await makeAccount(app.db, 'booking officer')).id;
  const superior = await makeAccount(app.db, 'state admin');
  superiorId = superior.id;
  const head = await makeAccount(app.db, 'zonal head', { zone: 'Zaria' });
  const national = await makeAccount(app.db, 'state admin', { state: null });
  everywhere = await signedIn(app.url, national.email);
  callers = [
    { client: await signedIn(app.url, head.email), sees: ({ zone }) => zone === 'Zaria' },
    {
      client: await signedIn(app.url, superior.email),
      sees: ({ organisation }) => organisation === 'Kaduna',
    },
    { client: everywhere, sees: () => true },
  ];
});
afterAll(() => app.stop());

const places = [
  { organisation: 'Kaduna', zone: 'Zaria' },
  { organisation: 'Kaduna', zone: 'Chikun' },
  { organisation: 'Ogun', zone: 'Ifo' },
];

const pay = async (id: string) => {
  await app.db.transaction().execute(async (trx) => {
    await sql`insert into payments (id, booking_id, kind, gateway, amount_kobo, receipt, bill_ref)
      select id, id, 'gateway', 'sandbox', price_kobo, id, id from bookings where id = ${id}`.execute(
      trx,
    );
    await sql`update bookings set paid = true where id = ${id}`.execute(trx);
  });
};
const become: Readonly<Record<string, (id: string) => Promise<unknown>>> = {
  unpaid: () => Promise.resolve(),
  paid: pay,
  completed: async (id) => {
    await pay(id);
    await sql`update bookings set completed = true, completed_at = now(), completed_by = ${officerId}
      where id = ${id}`.execute(app.db);
  },
  withdrawn: (id) =>
    sql`update bookings set withdrawn_at = now(), withdrawn_by = ${superiorId},
      withdrawn_reason = 'Booked twice' where id = ${id}`.execute(app.db),
};

const made = fc.record({
  place: fc.constantFrom(...places),
  // Some of them in the hour in which Lagos has another day, month or year than UTC.
  created_at: fc
    .tuple(fc.integer({ min: 0, max: 800 }), fc.integer({ min: 0, max: 47 }))
    .map(([day, half]) => new Date(Date.UTC(2022, 11, 20) + (day * 48 + half) * 1_800_000)),
  price_kobo: fc.integer({ min: 1, max: 50 }).map((thousands) => thousands * 100_000),
  fate: fc.constantFrom(...Object.keys(become)),
  fold: fc.boolean(),
});

const rowsNow = async (): Promise<Row[]> =>
  (
    await sql<Row>`select id, organisation, zone, created_at, price_kobo,
      list_of(paid, completed, withdrawn_at is not null) as list
      from bookings order by created_at desc, id desc`.execute(app.db)
  ).rows;

const lists: readonly { query: Record<string, string>; holds: readonly string[] }[] = [
  { query: {}, holds: ['unpaid', 'paid', 'completed', 'withdrawn'] },
  { query: { withdrawn: 'false' }, holds: ['unpaid', 'paid', 'completed'] },
  { query: { withdrawn: 'true' }, holds: ['withdrawn'] },
  { query: { _boolpaid: 'false' }, holds: ['unpaid'] },
  { query: { _boolpaid: 'true', _boolcompleted: 'false' }, holds: ['paid'] },
  { query: { _boolcompleted: 'true' }, holds: ['completed'] },
];
const lagosDay = (at: Date) => new Date(at.getTime() + 3_600_000).toISOString().slice(0, 10);

type Made = typeof made extends fc.Arbitrary<infer Value> ? Value : never;

const storeAll = async (bookings: readonly Made[]) => {
  for (const { place, fate, fold, ...booking } of bookings) {
    await become[fate]?.(await storeBooking(app.db, officerId, { ...place, ...booking }));
    if (fold) await foldFigures(app.db, 1);
  }
};

/** Asks every caller's lists for some of their pages, in both orders, and compares them with the rows. */
async function expectPages(pagesOf: (last: number) => readonly number[]) {
  const rows = await rowsNow();
  const days = [{}, { from: '2023-01-01' }, { from: '2022-12-25', to: '2024-01-31' }];
  for (const { client, sees } of callers)
    for (const { query, holds } of lists)
      for (const narrowed of days)
        for (const sort of ['-createdAt', 'createdAt']) {
          const { from = '', to = '9' } = narrowed;
          const wanted = rows.filter(
            (row) =>
              sees(row) &&
              holds.includes(row.list) &&
              lagosDay(row.created_at) >= from &&
              lagosDay(row.created_at) <= to,
          );
          if (sort === 'createdAt') wanted.reverse();
          const pages = Math.ceil(wanted.length / 25);
          const kobo = wanted.reduce((sum, { price_kobo }) => sum + price_kobo, 0);
          for (const page of new Set(pagesOf(pages).filter((number) => number > 0))) {
            const asked = { ...query, ...narrowed, sort, limit: '25', page: String(page) };
            const answer = await client.ok(listBookings, { query: asked });
            const ids = wanted.slice((page - 1) * 25, page * 25).map(({ id }) => id);
            expect(
              answer.data.map(({ _id }) => _id),
              JSON.stringify(asked),
            ).toEqual(ids);
            expect(answer).toMatchObject({ total: wanted.length, sum: kobo / 100 });
          }
        }
}

test('number, sum and every page of a list are those of its rows, folded or not', async () => {
  await storeAll(fc.sample(made, { numRuns: 260, seed: 11 }));
  await expectPages((last) => [1, last, last + 1]);
});

test('a deep page is exact however the list has changed, folded or not', async () => {
  const deepPages = (last: number) => [6, 7, last, last + 1];
  await expectPages(deepPages);
  await storeAll(fc.sample(made, { numRuns: 90, seed: 12 }));
  await expectPages(deepPages);
  // More than a page is expected to move by, on a newer day and unfolded.
  const newest = { created_at: new Date('2025-02-28T09:00Z'), fold: false };
  const newer = made.map((booking) => ({ ...booking, ...newest }));
  await storeAll(fc.sample(newer, { numRuns: 120, seed: 13 }));
  await expectPages(deepPages);
});

test('a list’s rows are the bookings that a single reading answers', async () => {
  const answer = await everywhere.ok(listBookings, { query: { limit: '100' } });
  expect(answer.data).toHaveLength(100);
  for (const row of answer.data) expect(row).toEqual(await bookingById(app.db, row._id));
});

test('while bookings are made and folded at once, no list tells a number that never was', async () => {
  const total = async () => (await everywhere.ok(listBookings, { query: {} })).total;
  const before = await total();
  const writers = Array.from({ length: 4 }, async () => {
    for (let number = 0; number < 15; number += 1) await storeBooking(app.db, officerId);
  });
  const work = { isDone: false };
  const folding = [1, 2].map(async () => {
    while (!work.isDone) await foldFigures(app.db, 1);
  });
  const written = Promise.all(writers).then(() => {
    work.isDone = true;
  });
  let last = before;
  while (!work.isDone) {
    const now = await total();
    expect(now).toBeGreaterThanOrEqual(last);
    expect(now).toBeLessThanOrEqual(before + 60);
    last = now;
  }
  await Promise.all([written, ...folding]);
  expect(await total()).toBe(before + 60);
});

test('a narrowed list counts up to 10,000, and its pages end there', async () => {
  // Without triggers, which would take a minute: what they write is written here.
  await asOwner(
    app,
    `
      begin;
      alter table bookings disable trigger user;
      insert into bookings (id, body_hash, organisation, zone, created_at, created_by, license, name,
        phone_no, email, phone_two, height, gender, address, registration, color, make, model,
        vehicle_type, vehicle_body, fuel_type, origin, vehicle_year, capacity, vin, pin, team,
        location, notes, eo_code, beat_code, confiscations, price_kobo)
      select '01KAAAAAAA00000000000' || lpad(n::text, 5, '0'), '', 'Ogun', 'Ifo',
        timestamptz '2025-01-01' + n * interval '17 minutes', '${officerId}', 'L', 'Sule ' || n,
        '0', '', '', '', '', 'a', '', '', '', '', 'Private', '', '', '', '', '', '', '', '', '', '',
        '', '', '{}', 100 * n
      from generate_series(1, 10050) as n;
      insert into booking_search (booking_id, organisation, zone, demo, list, created_at,
        created_by, vehicle_type, price_kobo, offences, text)
      select id, organisation, zone, demo, 'unpaid', created_at, created_by, vehicle_type,
        price_kobo, '{}', search_text_of(bookings)
      from bookings where name like 'Sule %';
      select recount_figures();
      alter table bookings enable trigger user;
      commit;`,
  );
  const ask = (query: Record<string, string>) => everywhere.ok(listBookings, { query });
  const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name);

  const searched = await ask({ _searchname: 'sule' });
  expect(searched).toMatchObject({ total: 10_000, more: true, within: 10_000, sum: null });
  expect(names(searched.data)[0]).toBe('Sule 10050');
  const last = await ask({ _searchname: 'sule', page: '1000' });
  expect(names(last.data).at(-1)).toBe('Sule 51');
  expect(last.pagination.next).toBeUndefined();
  expect(await ask({ _searchname: 'sule', page: '1001' })).toMatchObject({ data: [], count: 0 });
  expect(await ask({ vehicleType: 'Private' })).toMatchObject({ total: 10_000, more: true });

  // Two letters are no piece of the index.
  const letters = await ask({ _searchname: 'su', organisation: 'Ogun' });
  expect(letters).toMatchObject({ total: 5_000, within: 5_000 });
  expect(names(letters.data)[0]).toBe('Sule 10050');

  const few = await ask({ _searchname: 'sule', max: '9' });
  expect(few).toMatchObject({ total: 9, sum: 45 });
  expect(few.more).toBeUndefined();

  // Another order is one of the newest: the oldest are the cheapest, and beyond it.
  const whole = await ask({ organisation: 'Ogun', sort: 'price', limit: '100' });
  const counted = await ask({ organisation: 'Ogun' });
  expect(whole).toMatchObject({ total: counted.total, within: 10_000 });
  const cheapest = await ask({ _searchname: 'sule', sort: 'price' });
  expect(cheapest).toMatchObject({ total: 10_000, more: true, within: 2_000 });
  expect(names(cheapest.data)[0]).toBe('Sule 8051');
  // A name must be looked up, so that fewer are put in its order.
  const named = await ask({ organisation: 'Ogun', sort: 'name', limit: '100' });
  expect(named).toMatchObject({ total: counted.total, within: 2_000 });
  const bySome = await ask({ bookedBy: officerId, _searchname: 'sule', sort: 'name' });
  expect(bySome).toMatchObject({ total: 10_000, within: 2_000 });
  expect(names(bySome.data)[0]).toBe('Sule 10000');

  // Those that were paid on some days are the latest payments, whatever order they are shown in. The
  // oldest bookings were paid last here.
  await asOwner(
    app,
    `
      begin;
      alter table bookings disable trigger user;
      alter table payments disable trigger user;
      insert into payments (id, booking_id, kind, gateway, amount_kobo, receipt, confirmed_at,
        organisation, zone)
      select id, id, 'gateway', 'PayKaduna', price_kobo, id,
        timestamptz '2026-02-28 23:00+00' - price_kobo / 100 * interval '1 minute', organisation, zone
      from bookings where name like 'Sule %';
      update bookings set paid = true where name like 'Sule %';
      update booking_search set list = 'paid' where text like 'sule %';
      alter table payments enable trigger user;
      alter table bookings enable trigger user;
      commit;`,
  );
  const paid = { by: 'paid', from: '2026-01-01', to: '2026-02-28', organisation: 'Ogun' };
  const lately = await ask(paid);
  expect(lately).toMatchObject({ total: 10_000, more: true, within: 10_000, sum: null });
  expect(names(lately.data)[0]).toBe('Sule 10000');
  expect(names((await ask({ ...paid, sort: 'createdAt' })).data)[0]).toBe('Sule 1');
  const dear = await ask({ ...paid, min: '9990' });
  expect(dear).toMatchObject({ total: 11, within: 10_000 });
  expect(dear.more).toBeUndefined();
  const inDays = await ask({ ...paid, from: '2026-02-28' });
  expect(inDays).toMatchObject({ total: 1_440 });
  expect(inDays.within).toBeUndefined();
  const ofOfficer = await ask({ ...paid, from: '2026-02-28', bookedBy: officerId });
  expect(ofOfficer).toMatchObject({ total: inDays.total, sum: inDays.sum });
  // An officer's are counted to the end, and shown as far as others.
  await asOwner(app, 'select recount_figures()');
  const all = await ask({ bookedBy: officerId, _boolpaid: 'true', organisation: 'Ogun' });
  expect(all.total).toBeGreaterThanOrEqual(10_050);
  expect(all).toMatchObject({ within: 10_000 });
  expect(all.more).toBeUndefined();
  const beyond = { bookedBy: officerId, _boolpaid: 'true', organisation: 'Ogun', page: '1001' };
  expect(await ask(beyond)).toMatchObject({ data: [], total: all.total });
});
