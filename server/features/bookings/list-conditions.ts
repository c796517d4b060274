import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';
import type { BookingSort } from '#contract/booking-filters.ts';
import type { listBookings } from '#contract/bookings.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import { may } from '#contract/roles.ts';
import type { Database } from '#server/db/database.ts';
import type { Caller } from '#server/http/caller.ts';
import { Refusal } from '#server/http/refusal.ts';
import { anyOf, holdsSpelling, holdsText, withinDays } from '#server/lists/queries.ts';
import { bookingsInScope } from '#server/scope/conditions.ts';
import { chosenPlace } from '#server/scope/rules.ts';

export type BookingFilter = Omit<QueryOf<typeof listBookings>, 'limit' | 'page'>;

/**
 * A query of the bookings in the caller's scope that the filter shows. 403 for a place beyond the
 * scope, and for paid or withdrawn bookings without the right to see them.
 */
export function matchingBookings(db: Database, caller: Caller, filter: BookingFilter) {
  const seesPaid = may(caller.role, 'see paid bookings');
  if (!seesPaid && asksForSettled(filter))
    return new Refusal(403, 'forbidden', `The role ${caller.role} sees unpaid bookings only.`);
  const scope = chosenPlace(caller.scope, filter);
  if (scope instanceof Refusal) return scope;
  const conditions = conditionsOf({ ...filter, ...(seesPaid ? {} : { _boolpaid: false }) });
  return db
    .selectFrom('bookings')
    .where((eb) => bookingsInScope(eb, scope))
    .where((eb) => eb.and(conditions));
}

const asksForSettled = ({ _boolpaid, _boolcompleted, withdrawn, by }: BookingFilter): boolean =>
  _boolpaid === true || _boolcompleted === true || withdrawn === true || by !== 'made';

/**
 * A list narrowed by payment or completion leaves withdrawn bookings out unless asked for them:
 * nothing more is expected of these.
 */
const wantsWithdrawn = ({ _boolpaid, _boolcompleted, withdrawn }: BookingFilter) =>
  withdrawn ?? (_boolpaid === undefined && _boolcompleted === undefined ? undefined : false);

function conditionsOf(filter: BookingFilter): Expression<SqlBool>[] {
  const { _boolpaid: paid, _boolcompleted: completed, _searchname: search } = filter;
  const { offence, vehicleType, min, max, bookedBy, ids } = filter;
  const withdrawn = wantsWithdrawn(filter);
  const when = (value: unknown, condition: () => Expression<SqlBool>) =>
    value === undefined || value === '' ? [] : [condition()];
  // Literals rather than parameters, so that PostgreSQL sees that the partial index of one state
  // fits.
  return [
    ...when(paid, () => sql`bookings.paid = ${sql.lit(paid)}`),
    ...when(completed, () => sql`bookings.completed = ${sql.lit(completed)}`),
    ...when(withdrawn, () =>
      withdrawn === true
        ? sql`bookings.withdrawn_at is not null`
        : sql`bookings.withdrawn_at is null`,
    ),
    ...when(ids, () => sql`bookings.id = any(${ids})`),
    ...when(search, () => textMatches(search ?? '')),
    ...momentWithin(filter),
    ...when(vehicleType, () => sql`bookings.vehicle_type = ${vehicleType}`),
    ...when(bookedBy, () => sql`bookings.created_by = ${bookedBy}`),
    ...when(min, () => sql`bookings.price_kobo >= ${(min ?? 0) * 100}`),
    ...when(max, () => sql`bookings.price_kobo <= ${(max ?? 0) * 100}`),
    ...when(
      offence,
      () => sql`exists (select from booking_offences as line
        where line.booking_id = bookings.id and line.offence_id = ${offence})`,
    ),
  ];
}

const textMatches = (search: string): Expression<SqlBool> =>
  anyOf([
    holdsText('bookings.search_text', search),
    ...holdsSpelling(sql.ref('bookings.search_text'), search),
  ]);

/** The condition on the date that the filter chose. */
function momentWithin({ by, from, to }: BookingFilter): Expression<SqlBool>[] {
  if (from === undefined && to === undefined) return [];
  if (by === 'made') return withinDays(sql.ref('bookings.created_at'), { from, to });
  if (by === 'cleared')
    return [sql`bookings.completed`, ...withinDays(sql.ref('bookings.completed_at'), { from, to })];
  const confirmed = withinDays(sql.ref('payment.confirmed_at'), { from, to });
  return [
    sql`bookings.id in (select payment.booking_id from payments as payment
      where ${sql.join(confirmed, sql` and `)})`,
  ];
}

const orders: Readonly<Record<BookingSort, readonly RawBuilder<unknown>[]>> = {
  '-createdAt': [],
  createdAt: [sql`bookings.created_at`, sql`bookings.id`],
  price: [sql`bookings.price_kobo`],
  '-price': [sql`bookings.price_kobo desc`],
  // Bookings without a plate come last in either direction.
  registration: [sql`bookings.registration = ''`, sql`bookings.registration`],
  '-registration': [sql`bookings.registration = ''`, sql`bookings.registration desc`],
  zone: [sql`bookings.zone`],
  '-zone': [sql`bookings.zone desc`],
  name: [sql`lower(bookings.name)`],
  '-name': [sql`lower(bookings.name) desc`],
};

/** Equal bookings are newest first. */
export function orderOf(sort: BookingSort): RawBuilder<unknown> {
  const newest = [sql`bookings.created_at desc`, sql`bookings.id desc`];
  return sql.join([...orders[sort], ...(sort === 'createdAt' ? [] : newest)]);
}
