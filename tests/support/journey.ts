import { setTimeout as wait } from 'node:timers/promises';
import { type Booking, readBooking } from '#contract/bookings.ts';
import { createBooking } from '#contract/new-bookings.ts';
import { startPayment } from '#contract/payments.ts';
import type { Database } from '#server/db/database.ts';
import type { Client } from './client.ts';
import { aBooking, markPaid } from './factories.ts';

/** Waits for the job that makes the bill of a booking. */
export async function billed(client: Client, id: string): Promise<Booking & { billRef: string }> {
  for (let tries = 0; tries < 600; tries += 1) {
    const { data } = await client.ok(readBooking, { params: { id } });
    if (data.billRef !== null) return { ...data, billRef: data.billRef };
    await wait(100);
  }
  throw new Error(`Booking ${id} got no bill in a minute.`);
}

/** Presses the pay button of the sandbox gateway's page, as the offender would. */
export async function payAtGateway(page: string): Promise<void> {
  const paid = await fetch(page, { method: 'POST', body: new URLSearchParams({ then: 'pay' }) });
  if (!paid.ok) throw new Error(`The gateway answered ${paid.status}.`);
}

/** Pays a bill by Pay Bill and the page that it opens. */
export async function payOnline(client: Client, billRef: string): Promise<void> {
  await payAtGateway((await client.ok(startPayment, { body: { billRef } })).url);
}

type Changes = Parameters<typeof aBooking>[0];

/** A new booking, unpaid. */
export async function booked(client: Client, changes?: Changes): Promise<Booking> {
  return (await client.ok(createBooking, { body: aBooking(changes) })).data;
}

/** A new booking whose bill is made. */
export const bookedWithBill = async (
  client: Client,
  changes?: Changes,
): Promise<Booking & { billRef: string }> => billed(client, (await booked(client, changes))._id);

/** A new booking that is paid, without the way through the gateway. */
export async function bookedAndPaid(
  client: Client,
  db: Database,
  changes?: Changes,
): Promise<Booking> {
  const booking = await booked(client, changes);
  await markPaid(db, booking._id);
  return { ...booking, paid: true };
}

/** What people did, oldest first: the audit trail without the product's own changes. */
export async function trailOf(db: Database, filter: { after?: number; record?: string } = {}) {
  const { after = 0, record } = filter;
  return db
    .selectFrom('audit')
    .selectAll()
    .where('id', '>', after)
    .where('actor_role', '!=', 'system')
    .$if(record !== undefined, (query) => query.where('record_id', '=', record ?? ''))
    .orderBy('id')
    .execute();
}

/**
 * Waits until `holds` answers true; for work that the product does in the background. A transaction
 * of another test in the same PostgreSQL holds up news and figures here too.
 */
export async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 900; tries += 1) {
    if (await holds()) return;
    await wait(100);
  }
  throw new Error(`Waited in vain until ${what}.`);
}
