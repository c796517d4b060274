import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { foldOffences, pruneOffences } from '#server/features/statistics/commands.ts';
import { seriesOf } from '#server/features/statistics/series.ts';
import { asOwner, makeAccount, markPaid } from '#tests/support/factories.ts';
import { storeBooking } from '#tests/support/raw-bookings.ts';
import { storeOffences } from '#tests/support/series.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let officerId: string;
let otherId: string;

beforeAll(async () => {
  app = await startTestApp();
  officerId = (await makeAccount(app.db, 'booking officer')).id;
  otherId = (await makeAccount(app.db, 'booking officer')).id;
});
afterAll(() => app.stop());

/** The counters with what isn't folded yet, and the same counted from the bookings' lines. */
async function recount(db: Database) {
  const figures = sql`sum(bookings)::bigint as bookings, sum(kobo)::bigint as kobo,
    sum(open_bookings)::bigint as open_bookings, sum(open_kobo)::bigint as open_kobo`;
  const { rows: counted } = await sql`
    select organisation, zone, demo, span, starts, offence_id, ${figures}
    from (
      select * from offence_counters
      union all
      select organisation, place, demo, span, starts, offence_id, bookings,
             bookings * charged.kobo, open, open * charged.kobo
      from offence_changes
        cross join lateral unnest(offences, offence_changes.kobo) as charged (offence_id, kobo)
        cross join lateral (values (zone), ('')) as places (place)
        cross join lateral (values ('day', made_on), ('month', date_trunc('month', made_on)::date))
          as spans (span, starts)
      where xid >= (select xid from offence_watermark)
    ) as standing
    where span = 'month' or starts > lagos_day(now()) - 31
    group by 1, 2, 3, 4, 5, 6
    having sum(bookings) <> 0 or sum(kobo) <> 0 or sum(open_bookings) <> 0 or sum(open_kobo) <> 0
    order by 1, 2, 3, 4, 5, 6`.execute(db);
  const { rows: recounted } = await sql`
    select organisation, place as zone, demo, span, starts, offence_id, ${figures}
    from (
      select organisation, zone, demo, lagos_day(created_at) as made_on, offence_id, 1 as bookings,
             sum(amount_kobo) as kobo, is_open::int as open_bookings,
             is_open::int * sum(amount_kobo) as open_kobo
      from (
        select *, not paid and withdrawn_at is null as is_open from bookings
      ) as booking
        join (select booking_id, offence_id, amount_kobo from booking_offences) as line
          on booking_id = id
      group by id, organisation, zone, demo, created_at, is_open, offence_id
    ) as lines
      cross join lateral (values (zone), ('')) as places (place)
      cross join lateral (values ('day', made_on), ('month', date_trunc('month', made_on)::date))
        as spans (span, starts)
    where span = 'month' or starts > lagos_day(now()) - 31
    group by 1, 2, 3, 4, 5, 6
    order by 1, 2, 3, 4, 5, 6`.execute(db);
  return { counted, recounted };
}

/** What may become of a booking. */
const fates: readonly ((id: string) => Promise<unknown>)[] = [
  () => Promise.resolve(),
  (id) => markPaid(app.db, id),
  (id) =>
    change(id, { withdrawn_at: new Date(), withdrawn_by: otherId, withdrawn_reason: 'Twice.' }),
  (id) => change(id, { organisation: 'Ogun', zone: 'Ifo' }),
  (id) => change(id, { created_at: new Date(Date.now() - 12 * 86_400_000) }),
  (id) => change(id, { created_at: new Date(Date.now() - 80 * 86_400_000) }),
  (id) => asOwner(app, `update booking_offences set amount_kobo = 7 where booking_id = $1`, [id]),
  (id) =>
    asOwner(app, `update booking_offences set offence_id = 'MTF-01' where booking_id = $1`, [id]),
  (id) => asOwner(app, `delete from booking_offences where booking_id = $1 and line < 3`, [id]),
];

const change = (id: string, changes: object) =>
  app.owner.updateTable('bookings').set(changes).where('id', '=', id).execute();

test('the counters of offences are those of the lines at every moment, while bookings are made, paid, withdrawn and put right, and folded at once', async () => {
  const work = { isDone: false };
  const writing = Promise.all(
    Array.from({ length: 4 }, async (_none, writer) => {
      for (let round = 0; round < 18; round += 1) {
        const id = await app.db.transaction().execute(async (trx) => {
          const stored = await storeBooking(trx, officerId, { demo: round % 5 === 0 });
          await storeOffences(trx, stored, ['SCC-01', 'SCC-01', 'LGC-16', 'LGC-01'].slice(writer));
          return stored;
        });
        await fates[round % fates.length]?.(id);
      }
    }),
  ).finally(() => {
    work.isDone = true;
  });
  const folding = [1, 2].map(async () => {
    while (!work.isDone) await foldOffences(app.db, 1);
  });
  let compared = 0;
  while (!work.isDone) {
    await app.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => {
        const { counted, recounted } = await recount(trx);
        expect(counted).toEqual(recounted);
      });
    compared += 1;
  }
  await Promise.all([writing, ...folding]);
  expect(compared).toBeGreaterThan(0);
  const { counted, recounted } = await recount(app.db);
  expect(counted).toEqual(recounted);
  expect(recounted.length).toBeGreaterThan(20);
});

test('few changes wait, and are counted all the same; what was folded is deleted, and no figure with it', async () => {
  const scope = { organisation: 'Kaduna', zone: null, demo: 'included' } as const;
  const offences = async () =>
    (await seriesOf(app.db, scope, { period: 'year', seesPaid: true })).byOffence;
  while ((await foldOffences(app.db, 1)) > 0);
  const before = await offences();
  const id = await storeBooking(app.db, officerId);
  await storeOffences(app.db, id, ['LGC-16']);
  expect(await foldOffences(app.db)).toBe(0);
  const after = await offences();
  expect(after).not.toEqual(before);
  await pruneOffences(app.db);
  expect(await offences()).toEqual(after);
});
