import { type Expression, sql, type SqlBool } from 'kysely';
import type { Booking } from '#contract/bookings.ts';
import { may } from '#contract/roles.ts';
import type { Database } from '#server/db/database.ts';
import { prepared } from '#server/db/reading/prepared.ts';
import { isUnpaid } from '#server/db/unpaid.ts';
import { today } from '#server/features/offences/queries.ts';
import type { Caller } from '#server/http/caller.ts';
import { notFound, type Outcome, Refusal } from '#server/http/refusal.ts';
import { inScope } from '#server/scope/conditions.ts';
import { bookingToWire, selectBookings } from './booking-row.ts';
import { ownBooking } from './rules.ts';

export { picturesOf } from './pictures.ts';
export {
  type Correction,
  correctionsInRow,
  correctionsOf,
  readCorrections,
  saidAt,
  saidBefore,
} from './said-before.ts';
export { justPaid } from './rules.ts';

/** These bookings in the order of `ids`, without a check of scope: the caller has made it. */
export async function bookingsInOrderOf(db: Database, ids: readonly string[]): Promise<Booking[]> {
  const found = new Map((await wholeBookings(db, ids)).map((one) => [one._id, one]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** These bookings, newest first, without a check of scope: the caller has made it. */
export async function wholeBookings(db: Database, ids: readonly string[]): Promise<Booking[]> {
  if (ids.length === 0) return [];
  const rows = await selectBookings(db)
    .where('bookings.id', 'in', ids)
    .orderBy('bookings.created_at', 'desc')
    .orderBy('bookings.id', 'desc')
    .execute();
  return rows.map(bookingToWire);
}

/** One booking, 404 beyond the caller's scope. */
export async function findBooking(
  db: Database,
  caller: Caller,
  id: string,
): Promise<Outcome<Booking>> {
  return (await openTo(db, caller, 'bookings.id', id)) ?? notFound('booking');
}

/**
 * A booking for withdrawal: 404 beyond the caller's scope, 403 for one that they made themselves.
 */
export async function findToWithdraw(
  db: Database,
  caller: Caller,
  id: string,
): Promise<Outcome<Booking>> {
  const booking = await findBooking(db, caller, id);
  if (booking instanceof Refusal) return booking;
  return booking.createdBy.id === caller.userId ? ownBooking : booking;
}

/** The booking of a bill, 404 beyond the caller's scope. */
export async function findByBillRef(
  db: Database,
  caller: Caller,
  billRef: string,
): Promise<Outcome<Booking>> {
  return (await openTo(db, caller, 'bookings.bill_ref', billRef)) ?? notFound('bill');
}

async function openTo(
  db: Database,
  caller: Caller,
  key: 'bookings.id' | 'bookings.bill_ref',
  value: string,
): Promise<Booking | undefined> {
  const row = await selectBookings(db)
    .where(key, '=', value)
    .where(inScope('bookings', caller.scope))
    .$if(!may(caller.role, 'see paid bookings'), (query) =>
      query.where((eb) => eb.or([isUnpaid, recentlyHandledBy(caller)])),
    )
    .modifyEnd(prepared)
    .executeTakeFirst();
  return row && bookingToWire(row);
}

/** Open bookings, the ones that every role sees in its scope. */

/**
 * The accounts that handled the payment of these bookings within the hour, and so may still see
 * them, by booking.
 */
export async function recentHandlersOf(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; handlers: string[] }>`
    select record_id as id, array_agg(distinct actor_id) as handlers
    from audit
    where record_type = 'booking' and record_id = any(${ids})
      and actor_id is not null and ${isRecentHandling}
    group by record_id`.execute(db);
  return new Map(rows.map(({ id, handlers }) => [id, new Set(handlers)]));
}

/** Lets a role that sees only open bookings still see one whose payment it has just handled. */
function recentlyHandledBy(caller: Caller): Expression<SqlBool> {
  return sql<SqlBool>`exists (
    select from audit
    where audit.actor_id = ${caller.userId}
      and audit.record_id = bookings.id
      and ${isRecentHandling})`;
}

const isRecentHandling = sql`audit.event in ('payment.started', 'booking.checked')
  and audit.at > now() - interval '1 hour'`;

/** A booking without a check of scope, for the product's own work. */
export async function bookingById(db: Database, id: string): Promise<Booking | undefined> {
  const row = await selectBookings(db).where('bookings.id', '=', id).executeTakeFirst();
  return row && bookingToWire(row);
}

/** The same of one that is there, inside a transaction too. */
export async function bookingNow(db: Database, id: string): Promise<Booking> {
  const booking = await bookingById(db, id);
  if (!booking) throw new Error(`Booking ${id} vanished.`);
  return booking;
}

/** The row of `bookings` is unpaid, and its due day is over. */
export const isOverdue = sql<boolean>`(bookings.due_day < ${today} and ${isUnpaid}
  and bookings.price_kobo > 0)`;
