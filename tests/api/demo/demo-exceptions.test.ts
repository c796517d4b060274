import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDatabase, type Database, openDatabase } from '#server/db/database.ts';
import { seedDemo } from '#server/demo/seed.ts';
import { cloneDatabase, type ClonedDatabase } from '#tests/support/template.ts';

let clone: ClonedDatabase;
let db: Database;

beforeAll(async () => {
  clone = await cloneDatabase();
  db = openDatabase(clone.appUrl);
  await seedDemo(db, new Date('2026-03-03T14:20:00Z'));
});
afterAll(async () => {
  await closeDatabase(db);
  await clone.drop();
});

test('three payments of the demo do not fit, each on a booking that has its bill', async () => {
  const found = await db
    .selectFrom('payment_exceptions')
    .innerJoin('bookings', 'bookings.id', 'payment_exceptions.booking_id')
    .select(['kind', 'paid', 'payment_exceptions.demo', 'settlement'])
    .whereRef('payment_exceptions.bill_ref', '=', 'bookings.bill_ref')
    .orderBy('kind')
    .execute();
  expect(found).toEqual([
    { kind: 'other amount', paid: false, demo: true, settlement: null },
    { kind: 'second payment', paid: true, demo: true, settlement: null },
    { kind: 'unproven', paid: false, demo: true, settlement: null },
  ]);
});
