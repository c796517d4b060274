import { type Expression, sql, type SqlBool } from 'kysely';
import { type Booking, type listBookings } from '#contract/bookings.ts';
import type { QueryOf, ResponseOf } from '#contract/endpoint.ts';
import { may } from '#contract/roles.ts';
import type { Database } from '../../db/database.ts';
import type { Caller } from '../../http/caller.ts';
import { notFound, type Outcome, Refusal } from '../../http/refusal.ts';
import { bookingsInScope, chosenOrganisation } from '../scope/queries.ts';
import { bookingToWire, selectBookings } from './booking-row.ts';

/** A page of the bookings in the caller's scope, newest first. 403 for paid ones without the right. */
export async function listBookingsOf(
  db: Database,
  caller: Caller,
  filter: QueryOf<typeof listBookings>,
): Promise<Outcome<ResponseOf<typeof listBookings>>> {
  const seesPaid = may(caller.role, 'see paid bookings');
  if (!seesPaid && (filter._boolpaid === true || filter._boolcompleted === true))
    return new Refusal(403, 'forbidden', `The role ${caller.role} sees unpaid bookings only.`);
  const scope = chosenOrganisation(caller.scope, filter.organisation);
  if (scope instanceof Refusal) return scope;
  const paid = seesPaid ? filter._boolpaid : false;
  const completed = filter._boolcompleted;
  const matching = db
    .selectFrom('bookings')
    .where((eb) => bookingsInScope(eb, scope))
    .$if(paid !== undefined, (query) => query.where('bookings.paid', '=', paid === true))
    .$if(completed !== undefined, (query) =>
      query.where('bookings.completed', '=', completed === true),
    )
    .$if(!!filter._searchname, (query) => query.where(textMatches(filter._searchname ?? '')));
  const { limit, page } = filter;
  const [{ total }, ids] = await Promise.all([
    matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    matching
      .select('bookings.id')
      .orderBy('bookings.created_at', 'desc')
      .orderBy('bookings.id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
  ]);
  const rows = await wholeBookings(
    db,
    ids.map(({ id }) => id),
  );
  return {
    success: true,
    data: rows,
    total,
    count: rows.length,
    limit,
    pagination: {
      ...(page > 1 ? { prev: { page: page - 1, limit } } : {}),
      ...(page * limit < total ? { next: { page: page + 1, limit } } : {}),
    },
  };
}

/** These bookings whoever asks, newest first: the caller has decided who sees them. */
export async function wholeBookings(db: Database, ids: readonly string[]): Promise<Booking[]> {
  if (ids.length === 0) return [];
  const rows = await selectBookings(db)
    .where('bookings.id', 'in', ids)
    .orderBy('bookings.created_at', 'desc')
    .orderBy('bookings.id', 'desc')
    .execute();
  return rows.map(bookingToWire);
}

/** Text is matched literally: `%` and `_` mean themselves. */
function textMatches(search: string): Expression<SqlBool> {
  const literal = search.toLowerCase().replaceAll(/[\\%_]/g, '\\$&');
  return sql<SqlBool>`bookings.search_text like ${`%${literal}%`}`;
}

/** One booking, 404 beyond the caller's scope. */
export async function findBooking(
  db: Database,
  caller: Caller,
  id: string,
): Promise<Outcome<Booking>> {
  return (await openTo(db, caller, 'bookings.id', id)) ?? notFound('booking');
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
    .where((eb) => bookingsInScope(eb, caller.scope))
    .$if(!may(caller.role, 'see paid bookings'), (query) =>
      query.where((eb) => eb.or([eb('bookings.paid', '=', false), recentlyHandledBy(caller)])),
    )
    .executeTakeFirst();
  return row && bookingToWire(row);
}

/** Those of these bookings whose payment the caller just handled, so that they still see them. */
export async function handledBy(
  db: Database,
  caller: Caller,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('bookings')
    .select('id')
    .where('id', 'in', ids)
    .where(recentlyHandledBy(caller))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Somebody who sees unpaid bookings only still sees the one whose payment they just handled. */
function recentlyHandledBy(caller: Caller): Expression<SqlBool> {
  return sql<SqlBool>`exists (
    select from audit
    where audit.actor_id = ${caller.userId}
      and audit.event in ('payment.started', 'booking.checked')
      and audit.record_id = bookings.id
      and audit.at > now() - interval '1 hour')`;
}

/** One booking whoever asks: for the product's own work. */
export async function bookingById(db: Database, id: string): Promise<Booking | undefined> {
  const row = await selectBookings(db).where('bookings.id', '=', id).executeTakeFirst();
  return row && bookingToWire(row);
}
