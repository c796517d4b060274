import type { PgBoss } from 'pg-boss';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { exceptionRegister } from '#contract/exceptions.ts';
import { confirmException, type PaymentException, settleException } from '#contract/exceptions.ts';
import { type BillState, readBill } from '#contract/payments.ts';
import { openJobs } from '#server/db/queues.ts';
import { dueQueue } from '#server/features/payments/jobs.ts';
import { asOwner } from '#tests/support/factories.ts';
import { billed, booked, bookedWithBill, until } from '#tests/support/journey.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { storeBooking } from '#tests/support/raw-bookings.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { withdrawn } from '#tests/support/withdrawals.ts';

let app: TestApp;
let boss: PgBoss;
let officer: Person;
let admin: Person;
let head: Person;

beforeAll(async () => {
  app = await startTestApp({ PAYMENT_GATEWAYS: 'Ogun=none' });
  boss = openJobs(app.ownerUrl);
  await boss.start();
  officer = await makePerson(app, 'booking officer');
  admin = await makePerson(app, 'state admin');
  head = await makePerson(app, 'zonal head');
});
afterEach(() => {
  Object.assign(app.faults, { busy: false, lateMs: 0 });
});
afterAll(async () => {
  await boss.stop({ graceful: false });
  await app.stop();
});

const minute = 60_000;
const ago = (minutes: number): Date => new Date(Date.now() - minutes * minute);

const stateOf = async (id: string, client = officer): Promise<BillState> =>
  (await client.ok(readBill, { params: { id } })).data;

const problemOf = async (id: string) => {
  const state = await stateOf(id);
  return 'problem' in state ? state.problem : null;
};

/** A booking whose bill can't be made because the gateway takes nothing. */
async function bookedInVain(): Promise<string> {
  app.faults.busy = true;
  const { _id } = await booked(officer);
  await until('the gateway was asked in vain', async () => (await problemOf(_id)) !== null);
  return _id;
}

/** Puts the next attempt at the bill off, and waits for one that has begun. */
async function askNoMore(id: string): Promise<void> {
  await until('nobody asks', async () => {
    await asOwner(
      app,
      `update pgboss.job set start_after = now() + interval '1 hour'
       where data ->> 'bookingId' = $1 and state in ('created', 'retry')`,
      [id],
    );
    const asking = await asOwner(
      app,
      `select id from pgboss.job where data ->> 'bookingId' = $1 and state = 'active'`,
      [id],
    );
    return asking.length === 0;
  });
}

const makeOlder = (id: string, minutes: number) =>
  app.owner
    .updateTable('bookings')
    .set({ created_at: ago(minutes) })
    .where('id', '=', id)
    .execute();

async function sweep(): Promise<void> {
  await boss.send(dueQueue.name);
  await until('the sweep is over', async () => {
    const left = await asOwner(
      app,
      `select id from pgboss.job where name = $1 and state < 'completed'`,
      [dueQueue.name],
    );
    return left.length === 0;
  });
}

const exceptionsOf = async (id: string): Promise<PaymentException[]> =>
  (await admin.ok(exceptionRegister.list, { query: { booking: id, limit: '100' } })).data;

async function settle(id: string, decision: 'ask again' | 'noted'): Promise<void> {
  const open = (await exceptionsOf(id)).find(({ state }) => state === 'open');
  const params = { id: open?.id ?? '' };
  const { data } = await admin.ok(settleException, {
    params,
    body: { decision, reason: 'Rang the gateway.' },
  });
  await head.ok(confirmException, {
    params,
    body: { agrees: true, proposedAt: data.settlement?.at ?? '' },
  });
}

test('a bill that is there is made, and one that nobody needs is not due', async () => {
  const { _id, billRef } = await bookedWithBill(officer);
  expect(await stateOf(_id)).toEqual({ is: 'made', billRef, gateway: true, matter: null });
  const free = await booked(officer, { offence: [{ id: 'VIL-06' }] });
  expect(await stateOf(free._id)).toEqual({ is: 'not due' });
});

test('a late bill says since when, what went wrong, when it is tried next and when a person looks', async () => {
  const id = await bookedInVain();
  await until('the job waits for its next try', async () => {
    const state = await stateOf(id);
    return 'nextTry' in state && state.nextTry !== 'now';
  });
  const [job] = await asOwner(
    app,
    `select start_after from pgboss.job where name = 'make-bill' and data ->> 'bookingId' = $1`,
    [id],
  );
  const { created_at } = await app.db
    .selectFrom('bookings')
    .select('created_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const state = await stateOf(id);
  if (state.is !== 'being made' || state.personFrom === null) throw new Error(state.is);
  expect(state.since).toBe(created_at.toISOString());
  expect(state.problem).toMatch(/^The payment gateway .+\.$/);
  // The job may have run once more meanwhile.
  const nextTry = state.nextTry === 'now' ? Date.now() : Date.parse(state.nextTry ?? '');
  expect(nextTry).toBeGreaterThanOrEqual(new Date(String(job?.['start_after'])).getTime());
  const wait = (Date.parse(state.personFrom) - Date.parse(state.since)) / minute;
  expect(wait).toBeGreaterThan(60);
  expect(wait).toBeLessThanOrEqual(65);
});

test('after an hour a late bill is put before a person, once, and goes on being tried', async () => {
  const id = await bookedInVain();
  await makeOlder(id, 59);
  await sweep();
  expect(await exceptionsOf(id)).toEqual([]);
  await makeOlder(id, 61);
  await sweep();
  await sweep();
  const [exception, ...more] = await exceptionsOf(id);
  expect(more).toEqual([]);
  expect(exception).toMatchObject({ kind: 'bill late', state: 'open', gateway: 'PayKaduna' });
  expect(exception?.story).toMatch(
    /^This booking has been without a bill for 60 minutes\. The payment/,
  );
  const state = await stateOf(id);
  expect(state).toMatchObject({
    is: 'before a person',
    matter: 'bill late',
    foundAt: exception?.foundAt,
  });
  expect('nextTry' in state && state.nextTry).toBeTruthy();

  app.faults.busy = false;
  const { billRef } = await billed(officer, id);
  expect(await stateOf(id)).toEqual({ is: 'made', billRef, gateway: true, matter: null });
  expect(await exceptionsOf(id)).toMatchObject([{ state: 'settled', settlement: null }]);
});

test(
  'what a person has noted is not put before one again; what is asked for again is',
  { tags: 'night' },
  async () => {
    const id = await bookedInVain();
    await makeOlder(id, 61);
    await sweep();
    await settle(id, 'noted');
    await sweep();
    expect(await exceptionsOf(id)).toHaveLength(1);
    expect(await stateOf(id)).toMatchObject({ is: 'being made', personFrom: null });

    const other = await bookedInVain();
    await makeOlder(other, 61);
    await sweep();
    await settle(other, 'ask again');
    const again = await stateOf(other);
    if (again.is !== 'being made') throw new Error(again.is);
    expect(Date.parse(again.since)).toBeGreaterThan(ago(5).getTime());
    await sweep();
    expect(await exceptionsOf(other)).toHaveLength(1);
    await makeOlder(other, 200);
    await asOwner(
      app,
      `update payment_exceptions set found_at = $2, closed_at = $3 where booking_id = $1`,
      [other, ago(130), ago(70)],
    );
    await sweep();
    expect(await exceptionsOf(other)).toMatchObject([{ state: 'open' }, { state: 'settled' }]);
  },
);

test('to ask again for a late bill takes it from nobody who is asking right now', async () => {
  const id = await bookedInVain();
  await makeOlder(id, 61);
  await sweep();
  await askNoMore(id);
  const bill_asked_at = new Date();
  await app.db.updateTable('bookings').set({ bill_asked_at }).where('id', '=', id).execute();
  await settle(id, 'ask again');
  const { bill_asked_at: kept } = await app.db
    .selectFrom('bookings')
    .select('bill_asked_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(kept).toEqual(bill_asked_at);
});

test(
  'a bill that stands before a person already, is withdrawn or costs nothing is not late',
  { tags: 'night' },
  async () => {
    const doubtful = await bookedInVain();
    await asOwner(app, `update bookings set bill_asked_at = $2 where id = $1`, [doubtful, ago(2)]);
    app.faults.busy = false;
    await until('a person is asked', async () => (await exceptionsOf(doubtful)).length > 0);
    app.faults.busy = true;
    const { _id: gone } = await withdrawn(officer, head);
    const { _id: free } = await booked(officer, { offence: [{ id: 'VIL-06' }] });
    for (const id of [doubtful, gone, free]) await makeOlder(id, 61);
    await sweep();
    expect(await exceptionsOf(doubtful)).toMatchObject([{ kind: 'bill in doubt' }]);
    expect(await exceptionsOf(gone)).toEqual([]);
    expect(await exceptionsOf(free)).toEqual([]);
    expect(await stateOf(gone)).toEqual({ is: 'not due' });
    expect(await stateOf(doubtful)).toMatchObject({
      is: 'before a person',
      matter: 'bill in doubt',
      nextTry: null,
    });
  },
);

test('where no gateway is set up it is said so, and nobody is asked to look', async () => {
  const place = { organisation: 'Ogun', zone: 'Sagamu' } as const;
  const id = await storeBooking(app.db, officer.id, { ...place, created_at: ago(90) });
  await sweep();
  const client = await makePerson(app, 'state admin', { state: null });
  expect(await stateOf(id, client)).toEqual({ is: 'without gateway', organisation: 'Ogun' });
  const { data } = await client.ok(exceptionRegister.list, { query: { booking: id } });
  expect(data).toEqual([]);
});

test('a bill that no job asks for any more says so', async () => {
  const id = await storeBooking(app.db, officer.id, { created_at: ago(20) });
  expect(await stateOf(id)).toMatchObject({ is: 'being made', problem: null, nextTry: null });
});

test('a bill is told to those who see its booking alone', async () => {
  const { _id: id } = await booked(officer, { zone: 'Zaria' });
  const client = await makePerson(app, 'booking officer', { zone: 'Chikun' });
  expect(await client.call(readBill, { params: { id } })).toMatchObject({ status: 404 });
});
