import { organisationNames } from '#contract/places.ts';
import type { Database } from '#server/db/database.ts';
import type { RunningServer } from './server.ts';

/** All that the databases of the product and of the sandbox gateway hold about one booking. */
export interface Ledger {
  readonly paid: boolean;
  readonly completed: boolean;
  readonly billRef: string | null;
  /** References of the bills at the gateway that are paid. */
  readonly paidBills: readonly string[];
  readonly bills: number;
  readonly payments: number;
  /** How often each event stands in the audit trail; system's and people's. */
  readonly events: Readonly<Record<string, number>>;
}

/** The ids of the bookings of a vehicle. */
export function bookingsOf(server: RunningServer, registration: string): Promise<string[]> {
  return server.query(async (db) => {
    const rows = await db
      .selectFrom('bookings')
      .select('id')
      .where('registration', '=', registration)
      .execute();
    return rows.map(({ id }) => id);
  });
}

/**
 * From now on no list has the gateway asked about its unpaid bills: a payment is found only when
 * somebody asks about that bill.
 */
export async function stopSweeps(server: RunningServer): Promise<void> {
  const started_at = new Date(Date.now() + 24 * 60 * 60 * 1000);
  const running = organisationNames.map((organisation) => ({ organisation, started_at }));
  await server.query((db) =>
    db
      .insertInto('sweeps')
      .values(running)
      .onConflict((conflict) => conflict.column('organisation').doUpdateSet({ started_at }))
      .execute(),
  );
}

export function ledgerOf(server: RunningServer, id: string): Promise<Ledger> {
  return server.query((db) => read(db, id));
}

async function read(db: Database, id: string): Promise<Ledger> {
  const booking = await db
    .selectFrom('bookings')
    .select(['paid', 'completed', 'bill_ref'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const bills = await db
    .selectFrom('sandbox.bills')
    .select(['bill_reference', 'paid_at'])
    .where('identifier', '=', id)
    .execute();
  const payments = await db
    .selectFrom('payments')
    .select('id')
    .where('booking_id', '=', id)
    .execute();
  const trail = await db
    .selectFrom('audit')
    .select('event')
    .where('record_id', '=', id)
    .orderBy('id')
    .execute();
  const events: Record<string, number> = {};
  for (const { event } of trail) events[event] = (events[event] ?? 0) + 1;
  return {
    paid: booking.paid,
    completed: booking.completed,
    billRef: booking.bill_ref,
    paidBills: bills.flatMap((bill) => (bill.paid_at ? [bill.bill_reference] : [])),
    bills: bills.length,
    payments: payments.length,
    events,
  };
}
