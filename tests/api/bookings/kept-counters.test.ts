import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Booking } from '#contract/bookings.ts';
import { type Database, openDatabase } from '#server/db/database.ts';
import { pageInTime } from '#server/features/bookings/list/counted-list.ts';
import { keepCounters, type PlaceHolds } from '#server/lists/kept-counters.ts';
import { only } from '#server/lists/queries.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { foldAll } from '#tests/support/folding.ts';
import { storeBookings } from '#tests/support/raw-bookings.ts';
import { cloneDatabase } from '#tests/support/template.ts';

/** Counts all unpaid bookings as a deep page does, with counters of its own. */
function unpaidCounted() {
  const scope = { organisation: null, zone: null, demo: 'included' } as const;
  const unpaid = { lists: ['unpaid'], scope, days: {} } as const;
  const askInTime = keepCounters();
  return async (db: Database) => {
    const place = { skipped: 60, limit: 10, newest: true, jumps: true };
    const { records } = await askInTime(db, unpaid, place, async ({ queries }) => {
      const { rows } = await sql<PlaceHolds & { records: number }>`
        with ${queries} select totals.records, place.holds from totals, place`.execute(db);
      return only(rows);
    });
    return records;
  };
}

/** A database with an officer and so many bookings, which are folded. */
async function withBookings(many: number) {
  const clone = await cloneDatabase();
  const db = openDatabase(clone.ownerUrl, { max: 1 });
  const { id } = await makeAccount(db, 'booking officer');
  const book = (more: number, on = new Date()) =>
    storeBookings(
      db,
      id,
      Array.from({ length: more }, () => ({ created_at: on })),
    );
  if (many > 0) await book(many);
  await foldAll(db);
  const drop = async () => {
    await db.destroy();
    await clone.drop();
  };
  return { db, book, [Symbol.asyncDispose]: drop };
}

test('of a replica that is behind the counters that are kept, nothing is told that it does not hold', async () => {
  await using primary = await withBookings(70);
  await using replica = await withBookings(0);
  const countIn = unpaidCounted();
  expect(await countIn(primary.db)).toBe(70);
  expect(await countIn(replica.db)).toBe(0);
  expect(await countIn(primary.db)).toBe(70);
});

test('counters that are kept are not read again, and what changed since then is added', async () => {
  await using one = await withBookings(3);
  const countIn = unpaidCounted();
  expect(await countIn(one.db)).toBe(3);
  await sql`update list_counters set records = 1000`.execute(one.db);
  await one.book(1);
  expect(await countIn(one.db)).toBe(4);
  await foldAll(one.db);
  expect(await countIn(one.db)).toBe(4);
  expect(await unpaidCounted()(one.db)).toBe(1001);
});

const noonOn = (day: number) => new Date(Date.UTC(2026, 2, day, 11));

test.each(['-createdAt', 'createdAt'] as const)(
  'every page in the order of %s is exact, from whichever end of its day it is found, however the list changed since',
  async (sort) => {
    await using one = await withBookings(0);
    for (const day of [1, 2, 3, 4]) await one.book(90, noonOn(day));
    await foldAll(one.db);
    const scope = { organisation: 'Kaduna', zone: null, demo: 'excluded' } as const;
    const unpaid = { lists: ['unpaid'], scope, days: {} } as const;
    const source = { db: one.db, askInTime: keepCounters() };
    const expectAllPages = async () => {
      const { rows } = await sql<{ id: string }>`
        select id from bookings order by created_at desc, id desc`.execute(one.db);
      const ids = rows.map(({ id }) => id);
      if (sort === 'createdAt') ids.reverse();
      for (let page = 1; page <= Math.ceil(ids.length / 10) + 1; page += 1) {
        const { rows, records } = await pageInTime(source, unpaid, { page, limit: 10, sort });
        const shown = JSON.parse(`[${rows}]`) as Booking[];
        expect(
          shown.map(({ _id }) => _id),
          `page ${page}`,
        ).toEqual(ids.slice((page - 1) * 10, page * 10));
        expect(records).toBe(ids.length);
      }
    };
    await expectAllPages();
    // Some on every day, then more than a day holds with what is not folded yet.
    for (const day of [1, 2, 3, 4, 5]) await one.book(day + 3, noonOn(day));
    await expectAllPages();
    await one.book(70, noonOn(3));
    await expectAllPages();
  },
);
