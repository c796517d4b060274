import type { Insertable } from 'kysely';
import type { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkBooking, sweepBookings } from '#contract/payments.ts';
import { openJobs } from '#server/db/queues.ts';
import type { BillChecks } from '#server/db/tables.ts';
import { noteChecked, takeBillsOf, takeDueBills } from '#server/features/payments/bill-watch.ts';
import { dueQueue } from '#server/features/payments/jobs.ts';
import { countUnanswered } from '#server/features/payments/queries.ts';
import type { PaymentGateway } from '#server/gateways/payment-gateway.ts';
import { asOwner, makeAccount } from '#tests/support/factories.ts';
import { bookedWithBill, until } from '#tests/support/journey.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { storeBooking } from '#tests/support/raw-bookings.ts';
import { takeMoney } from '#tests/support/sandbox-books.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let boss: PgBoss;
let officer: Person;
/** Of a gateway that no sweep here asks, so that only a test takes its bills. */
const paystack = { name: 'Paystack' } as PaymentGateway;
let deps: Parameters<typeof takeDueBills>[0];
let adminId = '';

const hour = 3_600_000;
const day = 24 * hour;
const ago = (ms: number): Date => new Date(Date.now() - ms);

beforeAll(async () => {
  app = await startTestApp();
  deps = { db: app.db, config: { demo: true } } as typeof deps;
  boss = openJobs(app.ownerUrl);
  await boss.start();
  officer = await makePerson(app, 'booking officer');
  adminId = (await makeAccount(app.db, 'state admin')).id;
});
afterAll(async () => {
  await boss.stop({ graceful: false });
  await app.stop();
});

let bills = 500_000_000_000;
type Changes = NonNullable<Parameters<typeof storeBooking>[2]>;
type Watched = Partial<Insertable<BillChecks>>;
/**
 * An open bill of yesterday, unknown to the gateway: a check changes nothing but when it was last
 * asked about.
 */
const openBill = async (changes: Changes = {}, watched?: Watched) => {
  const bill_ref = String((bills += 1));
  const bill = { bill_ref, bill_gateway: 'PayKaduna', created_at: ago(day) };
  const id = await storeBooking(app.db, officer.id, { ...bill, ...changes });
  if (watched) await watch(id, watched);
  return id;
};
const watch = (id: string, watched: Watched) =>
  app.db.updateTable('bill_checks').set(watched).where('booking_id', '=', id).execute();
const withdrawn = (days: number): Changes => ({
  withdrawn_at: ago(days * day),
  withdrawn_by: adminId,
  withdrawn_reason: 'Wrong plate.',
});

/** The ids that were asked about since a moment. */
async function askedSince(moment: Date): Promise<Set<string>> {
  const rows = await app.db
    .selectFrom('bill_checks')
    .select('booking_id')
    .where('checked_at', '>=', moment)
    .execute();
  return new Set(rows.map(({ booking_id }) => booking_id));
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

test('without any gateway a sweep takes no bill', async () => {
  const none = { ...deps, gateways: { ...deps.gateways, all: [] } };
  expect(await takeBillsOf(none, { organisation: 'Kaduna', zone: null })).toEqual([]);
});

test(
  'of more open bills than one sweep asks about, every one gets its turn',
  { tags: 'night' },
  async () => {
    const start = new Date();
    const ids = await Promise.all(Array.from({ length: 401 }, () => openBill()));
    for (const asked of [200, 400, 401]) {
      await sweepByClient();
      const turned = await askedSince(start);
      expect(ids.filter((id) => turned.has(id))).toHaveLength(asked);
    }
  },
);

test('the scheduled sweep asks about everything that is due, of every organisation, in one go', async () => {
  const start = new Date();
  const due = await Promise.all([
    ...Array.from({ length: 210 }, () => openBill()),
    openBill({ organisation: 'Ogun', zone: 'Sagamu' }),
    openBill({}, { next_check_at: ago(1_000) }),
    openBill(withdrawn(89)),
    openBill({ created_at: ago(89 * day) }),
  ]);
  const notDue = await Promise.all([
    openBill({ created_at: new Date() }),
    openBill({}, { next_check_at: ago(-hour / 60) }),
    openBill(withdrawn(91)),
    openBill({ created_at: ago(91 * day) }),
    openBill({ bill_gateway: 'a gateway that is gone' }),
  ]);
  await sweepBySchedule();
  const asked = await askedSince(start);
  expect(due.filter((id) => !asked.has(id))).toEqual([]);
  expect(notDue.filter((id) => asked.has(id))).toEqual([]);
});

test('what was paid at the gateway is found without anybody asking', async () => {
  const { _id: id, billRef } = await bookedWithBill(officer);
  await takeMoney(app, billRef);
  await watch(id, { next_check_at: ago(hour) });
  await sweepBySchedule();
  const payments = await app.db
    .selectFrom('payments')
    .select('confirmed_by')
    .where('booking_id', '=', id)
    .execute();
  expect(payments).toEqual([{ confirmed_by: null }]);
});

test('a bill that cannot be settled keeps no other waiting', async () => {
  const paidAndDue = async (next_check_at: Date) => {
    const { _id, billRef } = await bookedWithBill(officer);
    await takeMoney(app, billRef);
    await watch(_id, { next_check_at });
    return _id;
  };
  const broken = await paidAndDue(ago(day));
  const sound = await paidAndDue(ago(hour));
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

test.each([
  ['ten minutes later on its first day', 23 * hour, hour / 6],
  ['an hour later in its first week', 6 * day, hour],
  ['a day later after that', 8 * day, day],
])('a bill is asked about again %s', async (_, age, pause) => {
  const id = await openBill({ created_at: ago(age) });
  await sweepBySchedule();
  const { checked_at, next_check_at } = await app.db
    .selectFrom('bill_checks')
    .selectAll()
    .where('booking_id', '=', id)
    .executeTakeFirstOrThrow();
  expect(next_check_at.getTime() - (checked_at?.getTime() ?? 0)).toBe(pause);
});

test('several processes share the bills that are due: none is taken twice, none is left', async () => {
  const ids = await Promise.all(
    Array.from({ length: 450 }, () => openBill({ bill_gateway: 'Paystack' })),
  );
  const taken: string[] = [];
  const sweepAlone = async () => {
    for (;;) {
      const some = await takeDueBills(deps, paystack);
      if (some.length === 0) return;
      taken.push(...some);
    }
  };
  await Promise.all([sweepAlone(), sweepAlone(), sweepAlone()]);
  // Those that another process was just taking are skipped, and so may be met once more.
  await sweepAlone();
  expect(taken.toSorted()).toEqual(ids.toSorted());
});

test('a bill that was taken by a process that died is due again in ten minutes', async () => {
  const id = await openBill({ bill_gateway: 'Paystack' });
  await takeDueBills(deps, paystack);
  expect(await takeDueBills(deps, paystack)).toEqual([]);
  const { next_check_at } = await app.db
    .selectFrom('bill_checks')
    .select('next_check_at')
    .where('booking_id', '=', id)
    .executeTakeFirstOrThrow();
  expect(next_check_at.getTime() - Date.now()).toBeLessThanOrEqual(hour / 6);
});

test('a paid bill is watched no longer, and one that is withdrawn is watched anew', async () => {
  const watched = (id: string) =>
    app.db.selectFrom('bill_checks').select('since').where('booking_id', '=', id).execute();
  const { _id, billRef } = await bookedWithBill(officer);
  expect(await watched(_id)).toHaveLength(1);
  await takeMoney(app, billRef);
  await officer.ok(checkBooking, { params: { id: _id } });
  expect(await watched(_id)).toEqual([]);

  const old = await openBill({ created_at: ago(89 * day) });
  await app.db.deleteFrom('bill_checks').where('booking_id', '=', old).execute();
  await app.db.updateTable('bookings').set(withdrawn(0)).where('id', '=', old).execute();
  const [anew] = await watched(old);
  expect(Date.now() - (anew?.since.getTime() ?? 0)).toBeLessThan(hour);
});

test('of many who open the list at once one starts the sweep, and only that is written down', async () => {
  const swept = async () =>
    (
      await app.db
        .selectFrom('audit')
        .select('id')
        .where('event', '=', 'bookings.swept')
        .where('record_id', '=', 'Kaduna')
        .execute()
    ).length;
  const before = await swept();
  await app.db
    .updateTable('sweeps')
    .set({ started_at: ago(hour) })
    .execute();
  const all = await Promise.all(Array.from({ length: 8 }, () => officer.ok(sweepBookings)));
  expect(all.filter(({ data }) => data.started)).toHaveLength(1);
  expect(await swept()).toBe(before + 1);
  await jobsLeft('sweep-bills');
});

test('a scheduled sweep is not queued while one is to be done', async () => {
  const schedules = await boss.getSchedules(dueQueue.name);
  expect(schedules).toMatchObject([{ cron: '*/5 * * * *' }]);
  const after = { startAfter: 3_600 };
  const first = await boss.send(dueQueue.name, null, after);
  expect(await boss.send(dueQueue.name, null, after)).toBeNull();
  if (first !== null) await boss.cancel(dueQueue.name, first);
});

test('a bill is overdue half an hour after its gateway should have answered, however often that was asked', async () => {
  const gateway = 'Silent';
  const minute = 60_000;
  const overdue = () => countUnanswered(deps, [gateway], 1_000);
  const watched = (since: number, answered: number) =>
    openBill({ bill_gateway: gateway, created_at: ago(since) }, { answered_at: ago(answered) });
  const id = await watched(2 * hour, 45 * minute);
  await watched(2 * hour, 35 * minute);
  await watched(2 * day, 95 * minute);
  await watched(2 * day, 85 * minute);
  await watched(30 * day, day + 35 * minute);
  await watched(30 * day, day + 25 * minute);
  await watched(91 * day, 91 * day);
  expect(await overdue()).toBe(3);
  await noteChecked(app.db, id, false);
  expect(await overdue()).toBe(3);
  await noteChecked(app.db, id, true);
  expect(await overdue()).toBe(2);
});
