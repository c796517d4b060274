import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listBookings } from '#contract/bookings.ts';
import { searchedIn } from '#server/features/bookings/list/list-conditions.ts';
import { type Client, signedIn } from '#tests/support/client.ts';
import { draws } from '#tests/support/draws.ts';
import { asOwner, makeAccount, markPaid } from '#tests/support/factories.ts';
import { storeBooking } from '#tests/support/raw-bookings.ts';
import { storeOffences } from '#tests/support/series.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let officerId: string;
let superior: Client;
let superiorId: string;
beforeAll(async () => {
  app = await startTestApp();
  officerId = (await makeAccount(app.db, 'booking officer')).id;
  const account = await makeAccount(app.db, 'state admin');
  superiorId = account.id;
  superior = await signedIn(app.url, account.email);
});
afterAll(() => app.stop());

const clear = (id: string) =>
  sql`update bookings set completed = true, completed_at = now(), completed_by = ${officerId}
    where id = ${id}`.execute(app.db);
const happenings: Readonly<Record<string, (id: string) => Promise<unknown>>> = {
  nothing: () => Promise.resolve(),
  'it gets an offence': (id) => storeOffences(app.db, id, ['LGC-16']),
  'it is paid': (id) => markPaid(app.db, id),
  'it is paid and cleared': async (id) => {
    await markPaid(app.db, id);
    await clear(id);
  },
  'it is paid and cleared at once': (id) =>
    app.db.transaction().execute(async (trx) => {
      await sql`insert into payments (id, booking_id, kind, gateway, amount_kobo, receipt, bill_ref)
        select id, id, 'gateway', 'sandbox', price_kobo, id, id from bookings where id = ${id}`.execute(
        trx,
      );
      await sql`update bookings set paid = true where id = ${id}`.execute(trx);
      await sql`update bookings set completed = true, completed_at = now(),
        completed_by = ${officerId} where id = ${id}`.execute(trx);
    }),
  'it is withdrawn': (id) =>
    sql`update bookings set withdrawn_at = now(), withdrawn_by = ${superiorId},
      withdrawn_reason = 'Booked twice' where id = ${id}`.execute(app.db),
  'its name is put right': (id) =>
    asOwner(app, `update bookings set name = 'Ladi Musa' where id = $1`, [id]),
  'it is taken away': (id) =>
    asOwner(app, 'delete from booking_search where booking_id = $1', [id]),
};

/** What is searched apart, and what should be. */
async function searchedApart() {
  const { rows } = await sql<{ apart: unknown; waiting: unknown }>`
    select (select jsonb_agg(waiting_search order by booking_id) from waiting_search) as apart,
      (select jsonb_agg(booking_search order by booking_id) from booking_search
       where list in ('unpaid', 'paid')) as waiting`.execute(app.db);
  return rows[0] ?? { apart: undefined, waiting: null };
}

test('what waits for payment or clearance is searched as it stands, whatever becomes of it', async () => {
  const fates = fc.sample(
    fc.array(fc.constantFrom(...Object.keys(happenings)), { maxLength: 2 }),
    draws(60, 5),
  );
  const happened = new Set<string>();
  for (const fate of fates) {
    const id = await storeBooking(app.db, officerId);
    for (const happening of fate)
      await happenings[happening]?.(id).then(
        () => happened.add(happening),
        // Some of them can't follow the others.
        () => undefined,
      );
  }
  expect([...happened].toSorted()).toEqual(Object.keys(happenings).toSorted());
  const { apart, waiting } = await searchedApart();
  expect(apart).toEqual(waiting);
});

test('a search of what waits finds a booking for as long as it waits, and not afterwards', async () => {
  const id = await storeBooking(app.db, officerId, { name: 'Ngozi Unmistakable' });
  const found = async (query: Record<string, string>) =>
    (
      await superior.ok(listBookings, { query: { _searchname: 'unmistakable', ...query } })
    ).data.map(({ _id }) => _id);
  const unpaid = { _boolpaid: 'false' };
  const paid = { _boolpaid: 'true', _boolcompleted: 'false' };
  const cleared = { _boolcompleted: 'true' };
  expect([await found(unpaid), await found(paid), await found(cleared)]).toEqual([[id], [], []]);
  await markPaid(app.db, id);
  expect([await found(unpaid), await found(paid), await found(cleared)]).toEqual([[], [id], []]);
  await clear(id);
  expect([await found(unpaid), await found(paid), await found(cleared)]).toEqual([[], [], [id]]);
  expect(await found({})).toEqual([id]);
});

test('an officer’s bookings are looked for where officers have their index, also those that wait', () => {
  const unpaid = { lists: ['unpaid'], scope: everywhere, days: {} } as const;
  const tableOf = (strategy: 'byIds' | 'byKeys') =>
    searchedIn({ strategy, counted: unpaid }).compile(app.db).sql;
  expect(tableOf('byIds')).toBe('booking_search');
  expect(tableOf('byKeys')).toBe('waiting_search');
});

const everywhere = { organisation: null, zone: null, demo: 'included' } as const;
