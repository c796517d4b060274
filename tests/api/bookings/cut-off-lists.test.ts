import { afterAll, beforeAll, expect, test } from 'vitest';
import { listBookings } from '#contract/bookings.ts';
import { listBookingsOf } from '#server/features/bookings/list/list.ts';
import type { Caller } from '#server/http/caller.ts';
import { Refusal } from '#server/http/refusal.ts';
import { asOwner, makeAccount } from '#tests/support/factories.ts';
import { addFigures } from '#tests/support/made-up-figures.ts';
import { storeBooking } from '#tests/support/raw-bookings.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let caller: Caller;
let officerId: string;

beforeAll(async () => {
  app = await startTestApp();
  const { id } = await makeAccount(app.db, 'state admin');
  officerId = (await makeAccount(app.db, 'booking officer')).id;
  caller = {
    userId: id,
    sessionId: null,
    role: 'state admin',
    name: 'Somebody',
    state: 'Kaduna',
    scope: { organisation: 'Ogun', zone: null, demo: 'included' },
    demo: false,
    lacksFactor: false,
  };
  await storeMany();
});
afterAll(() => app.stop());

/**
 * 10,050 bookings by the name of Sule, the dearest last, and 1,002 older ones that share a phone. Without
 * triggers, which would take a minute: what they write is written here.
 */
const storeMany = () =>
  asOwner(
    app,
    `
      begin;
      alter table bookings disable trigger user;
      insert into bookings (id, body_hash, organisation, zone, created_at, created_by, license, name,
        phone_no, email, phone_two, height, gender, address, registration, color, make, model,
        vehicle_type, vehicle_body, fuel_type, origin, vehicle_year, capacity, vin, pin, team,
        location, notes, eo_code, beat_code, confiscations, price_kobo)
      select '01KAAAAAAA00000000000' || lpad((n + 2000)::text, 5, '0'), '', 'Ogun', 'Ifo',
        timestamptz '2025-01-01' + n * interval '17 minutes', '${officerId}', 'L',
        case when n > 0 then 'Sule ' || lpad(n::text, 5, '0') else 'Danjuma' end,
        case when n > 0 then '0' else '07011111111' end, '', '', '', '', 'a', '', '', '', '',
        'Private', '', '', '', '', '', '', '', '', '', '', '', '', '{}', 100 * (n + 2000)
      from generate_series(-1001, 10050) as n;
      insert into booking_search (booking_id, organisation, zone, demo, list, created_at,
        created_by, vehicle_type, price_kobo, offences, text)
      select id, organisation, zone, demo, 'unpaid', created_at, created_by, vehicle_type,
        price_kobo, '{}', search_text_of(bookings)
      from bookings;
      select recount_figures();
      alter table bookings enable trigger user;
      commit;
      analyze bookings, booking_search, waiting_search;`,
  );

/** Asked with as much time as it takes, or with none to find all of the list. */
async function ask(query: Record<string, string>, ms = 60_000) {
  const source = { db: app.pools.reading, searchMs: ms, narrowMs: ms };
  const outcome = await listBookingsOf(source, caller, listBookings.query.parse(query));
  if (outcome instanceof Refusal) throw new Error(outcome.error);
  return listBookings.response.parse(JSON.parse(outcome.answer.text));
}
const hurried = (query: Record<string, string>) => ask(query, 0);
const names = ({ data }: Awaited<ReturnType<typeof ask>>) => data.map(({ name }) => name);

test('263d: what is found in time is counted to the end, and each of its pages has its rows, in every order', async () => {
  const all = { total: 10_050, count: 10 };
  const filters = [{ _searchname: 'sule' }, { vehicleType: 'Private', min: '2001' }];
  const orders = [
    ['-createdAt', 'Sule 10050', 'Sule 00001'],
    ['createdAt', 'Sule 00001', 'Sule 10050'],
    ['price', 'Sule 00001', 'Sule 10050'],
    ['-name', 'Sule 10050', 'Sule 00001'],
  ] as const;
  for (const filter of filters)
    for (const [sort, first, last] of orders) {
      const asked = { ...filter, sort };
      const [begins, ends] = [await ask(asked), await ask({ ...asked, page: '1005' })];
      expect([names(begins).at(0), names(ends).at(-1)]).toEqual([first, last]);
      for (const page of [begins, ends]) {
        expect(page).toMatchObject(all);
        expect(page.more ?? page.within).toBeUndefined();
      }
      expect(await ask({ ...asked, page: '1006' })).toMatchObject({ ...all, count: 0 });
    }
});

test('a search that takes too long shows what the newest 5,000 bookings hold, and says that there are more', async () => {
  const cut = { total: 5_000, more: true, within: 5_000, sum: null };
  const first = await hurried({ _searchname: 'sule' });
  expect(first).toMatchObject(cut);
  expect(names(first)[0]).toBe('Sule 10050');
  const last = await hurried({ _searchname: 'sule', page: '500' });
  expect(last).toMatchObject({ ...cut, count: 10 });
  expect(names(last).at(-1)).toBe('Sule 05051');
  expect(last.pagination.next).toBeUndefined();
  expect(await hurried({ _searchname: 'sule', page: '501' })).toMatchObject({ ...cut, count: 0 });
  const cheapest = await hurried({ _searchname: 'sule', sort: 'price' });
  expect(cheapest).toMatchObject(cut);
  expect(names(cheapest)[0]).toBe('Sule 05051');
});

test('a search that finds nothing among the newest says among how many it looked', async () => {
  const none = await hurried({ _searchname: 'danjuma' });
  expect(none).toMatchObject({ total: 0, within: 5_000 });
  expect(none.more).toBeUndefined();
});

test('another filter that takes too long looks through the newest 10,000', async () => {
  const cut = { total: 10_000, more: true, within: 10_000, sum: null };
  expect(await hurried({ vehicleType: 'Private' })).toMatchObject(cut);
  const last = await hurried({ vehicleType: 'Private', page: '1000' });
  expect(names(last).at(-1)).toBe('Sule 00051');
  const dear = await hurried({ min: '12050' });
  expect(dear).toMatchObject({ total: 1, more: true, within: 1 });
});

test('a list of no more than its newest is whole, however little time there is', async () => {
  const someDays = { from: '2025-03-01', to: '2025-03-02', _searchname: 'sule' };
  const whole = await ask(someDays);
  expect(whole.total).toBeGreaterThan(100);
  expect(whole.more ?? whole.within).toBeUndefined();
  expect(await hurried(someDays)).toEqual(whole);
});

test('a text that no index holds is looked for among the newest 5,000 alone', async () => {
  const letters = await ask({ _searchname: 'su' });
  expect(letters).toMatchObject({ total: 5_000, within: 5_000 });
  expect(letters.more).toBeUndefined();
  expect(names(letters)[0]).toBe('Sule 10050');
});

test('in another order a list is whole up to 100,000 bookings, beyond that or beyond its time its newest 10,000', async () => {
  const all = { total: 11_052, count: 10 };
  const cheapest = { sort: 'price', limit: '10' };
  const whole = await ask({ sort: 'name', page: '1105' });
  expect(whole).toMatchObject(all);
  expect(whole.within).toBeUndefined();
  expect(names(whole).at(-1)).toBe('Sule 10048');
  expect(names(await ask(cheapest))[0]).toBe('Danjuma');
  const late = await hurried(cheapest);
  expect(late).toMatchObject({ ...all, within: 10_000 });
  expect(names(late)[0]).toBe('Sule 00051');
  const place = { organisation: 'Ogun', zone: 'Ifo', day: '2024-01-01' };
  const change = (issued: number) => addFigures(app, { ...place, issued });
  await change(100_000);
  const long = await ask(cheapest);
  await change(-100_000);
  expect(long).toMatchObject({ total: 111_052, within: 10_000 });
  expect(names(long)[0]).toBe('Sule 00051');
});

test('what was paid on some days is counted in time, and else its latest 10,000 are looked through', async () => {
  await asOwner(
    app,
    `
      begin;
      alter table bookings disable trigger user;
      alter table payments disable trigger user;
      insert into payments (id, booking_id, kind, gateway, amount_kobo, receipt, bill_ref,
        confirmed_at, organisation, zone, demo)
      select id, id, 'gateway', 'sandbox', price_kobo, id, id,
        timestamptz '2026-03-01' - (price_kobo / 100) * interval '1 minute', organisation, zone, demo
      from bookings where name like 'Sule %';
      update bookings set paid = true where name like 'Sule %';
      update booking_search set list = 'paid' where text like 'sule %';
      alter table payments enable trigger user;
      alter table bookings enable trigger user;
      commit;`,
  );
  const paid = { by: 'paid', from: '2026-01-01', to: '2026-02-28' };
  const whole = await ask({ ...paid, sort: 'createdAt' });
  expect(whole).toMatchObject({ total: 10_050, count: 10 });
  expect(whole.more ?? whole.within).toBeUndefined();
  expect(names(whole)[0]).toBe('Sule 00001');
  // The oldest bookings were paid last here.
  const late = await hurried({ ...paid, sort: '-createdAt' });
  expect(late).toMatchObject({ total: 10_000, more: true, within: 10_000, sum: null });
  expect(names(late)[0]).toBe('Sule 10000');
  // A number that has an index of its own isn't on what was paid.
  expect(await hurried({ ...paid, _searchname: '07011111111' })).toMatchObject({ total: 0 });
});

test('an officer’s bookings are counted and shown to the end', async () => {
  const all = await ask({ bookedBy: officerId, page: '1106' });
  expect(all).toMatchObject({ total: 11_052, count: 2 });
  expect(all.within).toBeUndefined();
});

test('a whole plate, licence, phone or bill is found by its own index where its pieces take too long', async () => {
  const numbers = {
    registration: 'KJA-000AA',
    license: 'KAD00000AA00',
    phone_no: '08000000000',
    phone_two: '+234 700 000 0000',
    bill_ref: '400000000000',
  };
  const id = await storeBooking(app.owner, officerId, {
    ...numbers,
    organisation: 'Ogun',
    zone: 'Ifo',
    created_at: new Date('2024-01-01T12:00Z'),
    bill_gateway: 'PayKaduna',
  });
  for (const typed of [...Object.values(numbers), 'kja 0oo aa', '2348000000000', '07000000000']) {
    const late = await hurried({ _searchname: typed });
    expect(
      late.data.map(({ _id }) => _id),
      typed,
    ).toEqual([id]);
    expect(late, typed).toMatchObject({ total: 1, more: true });
    expect(await hurried({ _searchname: typed, zone: 'Sagamu' }), typed).toMatchObject({
      total: 0,
    });
    const whole = await ask({ _searchname: typed });
    expect(whole, typed).toMatchObject({ total: 1 });
    expect(whole.more, typed).toBeUndefined();
  }
});

test('of a number that more than a thousand bookings share, the newest thousand are found at least', async () => {
  const shared = { _searchname: '07011111111', limit: '100' };
  expect(await ask(shared)).toMatchObject({ total: 1_002, count: 100 });
  const late = await hurried(shared);
  expect(late).toMatchObject({ total: 1_000, more: true, within: 1_000 });
  expect(late.data).toEqual((await ask(shared)).data);
});
