import { afterAll, expect, test } from 'vitest';
import { withdrawBooking } from '#contract/booking-corrections.ts';
import { noBills, showTicket } from '#contract/modules/after-ticket/papers.ts';
import { readBill } from '#contract/payments.ts';
import { openJobs } from '#server/db/queues.ts';
import { dueQueue } from '#server/features/payments/jobs.ts';
import { type Client, signedIn } from '#tests/support/client.ts';
import { asOwner } from '#tests/support/factories.ts';
import { billed, booked, until } from '#tests/support/journey.ts';
import { makePerson } from '#tests/support/people.ts';
import { cloneDatabase } from '#tests/support/template.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { withdrawalOf } from '#tests/support/withdrawals.ts';

const database = await cloneDatabase();
/** The same installation with another configuration: its database stays when one stops. */
const started = (env: Record<string, string> = {}) =>
  startTestApp(env, { ...database, drop: () => Promise.resolve() });
afterAll(() => database.drop());

const sagamu = { state: 'Ogun', zone: 'Sagamu' } as const;

const stateOf = async (id: string, client: Client) =>
  (await client.ok(readBill, { params: { id } })).data;

const noJobIsLeft = () =>
  until('no job is left', async () => {
    const left = await asOwner(
      database,
      `select from pgboss.job where name = 'make-bill' and state < 'completed'`,
    );
    return left.length === 0;
  });

const exceptionsOf = (app: TestApp) =>
  app.db.selectFrom('payment_exceptions').selectAll().execute();

test('without a gateway no bill is tried on, and all are made once there is one', async () => {
  const without = await started({ PAYMENT_GATEWAYS: 'Ogun=none' });
  const officer = await makePerson(without, 'booking officer', sagamu);
  const head = await makePerson(without, 'zonal head', sagamu);
  const { _id: id } = await booked(officer, { zone: 'Sagamu' });
  const { _id: gone } = await booked(officer, { zone: 'Sagamu' });
  await noJobIsLeft();
  expect(await stateOf(id, officer)).toEqual({ is: 'without gateway', organisation: 'Ogun' });
  await head.ok(withdrawBooking, withdrawalOf(gone));
  const { address, takesBills } = (await officer.ok(showTicket, { params: { id } })).data;
  expect(takesBills).toBe(false);
  const page = await (await fetch(without.url + new URL(address).pathname)).text();
  expect(page).toContain(noBills);
  expect(page).not.toContain('being made');
  expect(page).not.toContain('gateway');
  await without.stop();

  const served = await started();
  const months = new Date(Date.now() - 90 * 86_400_000);
  await served.owner.updateTable('bookings').set({ created_at: months }).execute();
  const again = await signedIn(served.url, officer.email);
  expect((await again.ok(showTicket, { params: { id } })).data.takesBills).toBe(true);
  const left = await stateOf(id, again);
  if (left.is !== 'being made') throw new Error(left.is);
  expect(Date.parse(left.personFrom ?? '')).toBeGreaterThan(Date.parse(left.nextTry ?? ''));
  const jobs = openJobs(served.ownerUrl);
  await jobs.start();
  await jobs.send(dueQueue.name);
  const { billRef } = await billed(again, id);
  expect(await stateOf(id, again)).toEqual({ is: 'made', billRef, gateway: true, matter: null });
  await noJobIsLeft();
  expect(await stateOf(gone, again)).toEqual({ is: 'not due' });
  expect(await exceptionsOf(served)).toEqual([]);
  await jobs.stop({ graceful: false });
  await served.stop();
});
