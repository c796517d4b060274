import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookingCounts } from '#contract/statistics.ts';
import type { Database } from '#server/db/database.ts';
import { sumRevenue } from '#server/features/statistics/queries.ts';
import { foldFigures } from '#server/figures/figures.ts';
import { type Client, signedIn } from '#tests/support/client.ts';
import { makeAccount, markPaid } from '#tests/support/factories.ts';
import { foldAll } from '#tests/support/folding.ts';
import { booked } from '#tests/support/journey.ts';
import { storeBooking } from '#tests/support/raw-bookings.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let officer: Client;
let officerId: string;

beforeAll(async () => {
  app = await startTestApp();
  const account = await makeAccount(app.db, 'booking officer');
  officerId = account.id;
  officer = await signedIn(app.url, account.email);
});
afterAll(() => app.stop());

const counts = async (client: Client) => (await client.ok(bookingCounts)).data;

/** For each day, what figures and outbox say, and what the tables themselves say. */
async function recount(db: Database) {
  const { rows: counted } = await sql`
    select organisation, zone, demo, day, sum(issued)::bigint as bookings,
           sum(received_kobo)::bigint as kobo
    from (
      select organisation, zone, demo, starts as day, issued, received_kobo
      from figures where kind = 'place' and span = 'day' and zone <> ''
      union all
      select organisation, zone, demo, day, issued, received * kobo from figure_changes
      where xid >= (select figure_mark.xid from figure_mark)
    ) as both_sides
    group by 1, 2, 3, 4 having sum(issued) <> 0 or sum(received_kobo) <> 0
    order by 1, 2, 3, 4`.execute(db);
  const { rows: recounted } = await sql`
    select organisation, zone, demo, day, sum(bookings)::bigint as bookings,
           sum(kobo)::bigint as kobo
    from (
      select organisation, zone, demo, lagos_day(created_at) as day, 1 as bookings, 0 as kobo
      from bookings
      union all
      select bookings.organisation, bookings.zone, bookings.demo, lagos_day(confirmed_at), 0,
             amount_kobo
      from payments join bookings on bookings.id = payments.booking_id
    ) as tables
    group by 1, 2, 3, 4 order by 1, 2, 3, 4`.execute(db);
  return { counted, recounted };
}

test(
  'a recount of the tables equals the figures at every moment, while bookings and payments, folds and reads run at once',
  { tags: 'night' },
  async () => {
    let done = false;
    let answered = (await counts(officer)).year;
    let asked = answered;
    const writing = Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let round = 0; round < 8; round += 1) {
          asked += 1;
          const { _id } = await booked(officer);
          answered += 1;
          await markPaid(app.db, _id);
        }
      }),
    ).finally(() => {
      done = true;
    });
    const folding = Array.from({ length: 3 }, async () => {
      while (!done) await foldFigures(app.db, 1);
    });
    const reading = Array.from({ length: 2 }, async () => {
      let last = 0;
      while (!done) {
        const atLeast = answered;
        const { year } = await counts(officer);
        expect(year).toBeGreaterThanOrEqual(Math.max(last, atLeast));
        expect(year).toBeLessThanOrEqual(asked);
        last = year;
      }
    });
    const comparing = async () => {
      let compared = 0;
      while (!done) {
        await app.db
          .transaction()
          .setIsolationLevel('repeatable read')
          .execute(async (trx) => {
            const { counted, recounted } = await recount(trx);
            expect(counted).toEqual(recounted);
            const made = await trx
              .selectFrom('payments')
              .innerJoin('bookings', 'bookings.id', 'payments.booking_id')
              .where('bookings.organisation', '=', 'Kaduna')
              .select((eb) => eb.fn.sum<string>('amount_kobo').as('kobo'))
              .executeTakeFirstOrThrow();
            const { year } = await sumRevenue(trx, {
              organisation: 'Kaduna',
              zone: null,
              demo: 'included',
            });
            expect(year * 100).toBe(Number(made.kobo));
          });
        compared += 1;
      }
      return compared;
    };
    const [compared] = await Promise.all([comparing(), writing, ...folding, ...reading]);
    expect(compared).toBeGreaterThan(0);

    await foldAll(app.db);
    const { counted, recounted } = await recount(app.db);
    expect(counted).toEqual(recounted);
    expect((await counts(officer)).year).toBe(answered);
  },
);

test('a fold counts nothing of a transaction that is open, nor of those after it, and misses none of them', async () => {
  const before = (await counts(officer)).today;
  const folded = async () => {
    const { rows } = await sql<{ n: number }>`
      select coalesce(sum(issued), 0)::bigint as n from figures
      where kind = 'place' and organisation = 'Kaduna' and zone = '' and span = 'day'
        and starts = lagos_day(now())`.execute(app.db);
    return rows[0]?.n;
  };
  await foldAll(app.db);
  const stood = await folded();
  await app.db.transaction().execute(async (trx) => {
    await storeBooking(trx, officerId);
    await storeBooking(app.db, officerId);
    await foldFigures(app.db, 1);
    expect(await folded()).toBe(stood);
    expect((await counts(officer)).today).toBe(before + 1);
  });
  expect((await counts(officer)).today).toBe(before + 2);
  await foldAll(app.db);
  expect(await folded()).toBe((stood ?? 0) + 2);
  expect((await counts(officer)).today).toBe(before + 2);
});
