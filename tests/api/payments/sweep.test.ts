import type { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweepBookings } from '#contract/payments.ts';
import { openJobs } from '#server/db/queues.ts';
import { dueQueue } from '#server/features/payments/jobs.ts';
import { type Client, signedIn } from '#tests/support/client.ts';
import { asOwner, makeAccount } from '#tests/support/factories.ts';
import { billed, booked, until } from '#tests/support/journey.ts';
import { storeBooking } from '#tests/support/raw-bookings.ts';
import { takeMoney } from '#tests/support/sandbox-books.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let boss: PgBoss;
let officer: Client;
let officerId = '';
let adminId = '';

const hour = 3_600_000;
const day = 24 * hour;
const ago = (ms: number): Date => new Date(Date.now() - ms);

beforeAll(async () => {
  app = await startTestApp();
  boss = openJobs(app.ownerUrl);
  await boss.start();
  const account = await makeAccount(app.db, 'booking officer');
  officerId = account.id;
  officer = await signedIn(app.url, account.email);
  adminId = (await makeAccount(app.db, 'state admin')).id;
});
afterAll(async () => {
  await boss.stop({ graceful: false });
  await app.stop();
});

let bills = 500_000_000_000;
type Changes = Parameters<typeof storeBooking>[2];
/**
 * An open bill unknown to the gateway: a check changes nothing but when it was last asked about.
 */
const openBill = (changes: Changes = {}) => {
  const bill_ref = String((bills += 1));
  const bill = { bill_ref, bill_gateway: 'PayKaduna', created_at: ago(day) };
  return storeBooking(app.db, officerId, { ...bill, ...changes });
};
const withdrawn = (days: number): Changes => ({
  withdrawn_at: ago(days * day),
  withdrawn_by: adminId,
  withdrawn_reason: 'Wrong plate.',
});

/** The ids that were asked about since a moment. */
async function askedSince(moment: Date): Promise<Set<string>> {
  const rows = await app.db
    .selectFrom('bookings')
    .select('id')
    .where('checked_at', '>=', moment)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

const jobsLeft = (queue: string) =>
  until('the sweep is over', async () => {
    const left = await asOwner(
      app,
      `select id from pgboss.job where name = $1 and state < 'completed'`,
      [queue],
    );
    return left.length === 0;
  });

async function sweepByClient(): Promise<void> {
  await app.db
    .updateTable('sweeps')
    .set({ started_at: ago(hour) })
    .execute();
  await officer.ok(sweepBookings);
  await jobsLeft('sweep-bills');
}

async function sweepBySchedule(): Promise<void> {
  await boss.send(dueQueue.name);
  await jobsLeft(dueQueue.name);
}

test('of more open bills than one sweep asks about, every one gets its turn', async () => {
  const start = new Date();
  const ids = await Promise.all(Array.from({ length: 401 }, () => openBill()));
  for (const asked of [200, 400, 401]) {
    await sweepByClient();
    const turned = await askedSince(start);
    expect(ids.filter((id) => turned.has(id))).toHaveLength(asked);
  }
});

test('the scheduled sweep asks about everything that is due, of every organisation, in one go', async () => {
  const start = new Date();
  const due = await Promise.all([
    ...Array.from({ length: 210 }, () => openBill()),
    openBill({ organisation: 'Ogun', zone: 'Sagamu' }),
    openBill({ checked_at: ago(hour) }),
    openBill(withdrawn(89)),
  ]);
  const notDue = await Promise.all([
    openBill({ created_at: new Date() }),
    openBill({ checked_at: ago(hour / 60) }),
    openBill(withdrawn(91)),
    openBill({ bill_gateway: 'a gateway that is gone' }),
  ]);
  await sweepBySchedule();
  const asked = await askedSince(start);
  expect(due.filter((id) => !asked.has(id))).toEqual([]);
  expect(notDue.filter((id) => asked.has(id))).toEqual([]);
});

test('what was paid at the gateway is found without anybody asking', async () => {
  const { _id: id, billRef } = await billed(officer, (await booked(officer))._id);
  await takeMoney(app, billRef);
  await app.db
    .updateTable('bookings')
    .set({ created_at: ago(hour) })
    .where('id', '=', id)
    .execute();
  await sweepBySchedule();
  const payments = await app.db
    .selectFrom('payments')
    .select('confirmed_by')
    .where('booking_id', '=', id)
    .execute();
  expect(payments).toEqual([{ confirmed_by: null }]);
});

test('a bill that cannot be settled keeps no other waiting', async () => {
  const paidAndMade = async (created_at: Date) => {
    const { _id, billRef } = await billed(officer, (await booked(officer))._id);
    await takeMoney(app, billRef);
    await app.db.updateTable('bookings').set({ created_at }).where('id', '=', _id).execute();
    return _id;
  };
  const broken = await paidAndMade(ago(day));
  const sound = await paidAndMade(ago(hour));
  await asOwner(
    app,
    `alter table payments add constraint broken check (booking_id <> '${broken}')`,
  );
  const start = new Date();
  await sweepBySchedule();
  await asOwner(app, 'alter table payments drop constraint broken');
  const row = (id: string) =>
    app.db.selectFrom('bookings').select('paid').where('id', '=', id).executeTakeFirstOrThrow();
  expect(await row(sound)).toEqual({ paid: true });
  expect(await row(broken)).toEqual({ paid: false });
  expect(await askedSince(start)).toContain(broken);
});

test('a scheduled sweep is not queued while one is to be done', async () => {
  const schedules = await boss.getSchedules(dueQueue.name);
  expect(schedules).toMatchObject([{ cron: '*/5 * * * *' }]);
  const after = { startAfter: 3_600 };
  const first = await boss.send(dueQueue.name, null, after);
  expect(await boss.send(dueQueue.name, null, after)).toBeNull();
  if (first !== null) await boss.cancel(dueQueue.name, first);
});
