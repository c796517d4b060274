import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';
import type { listBookings } from '#contract/bookings.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import type { Days } from '#contract/list-filters.ts';
import { may } from '#contract/roles.ts';
import { isUnpaid, owedSpanOf } from '#server/db/unpaid.ts';
import { today } from '#server/features/offences/queries.ts';
import type { Caller, Scope } from '#server/http/caller.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import { anyOf, withinDays } from '#server/lists/queries.ts';
import { keysOf } from '#server/lists/rules.ts';
import type { Counted } from '#server/lists/totals.ts';
import { inScope } from '#server/scope/conditions.ts';
import { chosenPlace } from '#server/scope/rules.ts';
import { dayMs, dayOf } from '#server/time.ts';
import { isOverdue } from '../queries.ts';
import { searched } from './search-conditions.ts';

export type BookingFilter = Omit<QueryOf<typeof listBookings>, 'limit' | 'page'>;

/** A state of bookings, each of which is in one of them. */
export type CountedState = keyof typeof states;

/** Bookings of some states, as figures know them. */
export interface CountedBookings extends Counted {
  readonly lists: readonly CountedState[];
}

/** A list of bookings that a caller asked for, as far as they may see it. */
export interface BookingList {
  /** The part that figures know: state, place and the days on which bookings were made. */
  readonly counted: CountedBookings;
  /** Conditions on `found`, as `searchedIn` names it, that narrow it further; none for most lists. */
  readonly narrowing: readonly Condition[];
  /** The way to its bookings; `list.ts` says which strategy is for what. */
  readonly strategy: 'byFigures' | 'byKeys' | 'byIds' | 'byPayment' | 'newestOnly';
  /** The days of payment or clearance by which `byPayment` finds it. */
  readonly handled?: Handled | undefined;
  /** The list holds the bookings of this officer, narrowed by state and place alone. */
  readonly officer?: string | undefined;
  /** The text that is searched for, folded. */
  readonly search?: string;
  /** Asked where nothing is found. */
  readonly otherwise?: BookingList;
}

export type Condition = Expression<SqlBool>;

export interface Handled extends Days {
  readonly dayOf: 'paid' | 'cleared';
}

/**
 * The list that the filter shows in the caller's scope. 403 for a place beyond the scope, and for
 * paid or withdrawn bookings without the right to see them.
 */
export function bookingListOf(caller: Caller, filter: BookingFilter): Outcome<BookingList> {
  const seesPaid = may(caller.role, 'see paid bookings');
  if (!seesPaid && asksForSettled(filter))
    return new Refusal(
      403,
      'forbidden',
      `You can see only unpaid bookings. Your role is ${caller.role}.`,
    );
  const scope = chosenPlace(caller.scope, filter);
  if (scope instanceof Refusal) return scope;
  const { from, to, by, ids, bookedBy } = filter;
  const handled = by === 'made' || (from ?? to) === undefined ? undefined : { dayOf: by, from, to };
  const counted = {
    lists: listsOf({ ...filter, ...(seesPaid ? {} : { _boolpaid: false }) }),
    scope,
    days: handled ? {} : { from, to },
  };
  const narrowing = narrowingOf(filter);
  if (ids || bookedBy) {
    const isPlain = narrowing.length === 1 && !ids && !handled && (from ?? to) === undefined;
    if (handled) narrowing.push(wasHandled(handled, scope));
    const officer = isPlain && !filter._searchname ? bookedBy : undefined;
    return searched(caller, { counted, narrowing, strategy: 'byIds', officer }, filter);
  }
  if (handled)
    return searched(caller, { counted, narrowing, strategy: 'byPayment', handled }, filter);
  return searched(
    caller,
    { counted, narrowing, strategy: narrowing.length === 0 ? 'byFigures' : 'byKeys' },
    filter,
  );
}

const asksForSettled = ({
  _boolpaid,
  _boolcompleted,
  withdrawn,
  decided,
  by,
}: BookingFilter): boolean =>
  _boolpaid === true ||
  _boolcompleted === true ||
  withdrawn === true ||
  decided === true ||
  by !== 'made';

const states = {
  unpaid: { paid: false, completed: false, withdrawn: false, decided: false },
  paid: { paid: true, completed: false, withdrawn: false, decided: false },
  completed: { paid: true, completed: true, withdrawn: false, decided: false },
  withdrawn: { paid: false, completed: false, withdrawn: true, decided: false },
  decided: { paid: false, completed: false, withdrawn: false, decided: true },
} as const;

/**
 * A list narrowed by payment or completion leaves withdrawn and decided bookings out unless asked
 * for them. They await neither.
 */
function listsOf(filter: BookingFilter): CountedState[] {
  const { _boolpaid: paid, _boolcompleted: completed } = filter;
  const narrowed = paid !== undefined || completed !== undefined;
  const otherwise = narrowed ? false : undefined;
  const { withdrawn = otherwise, decided = otherwise } = filter;
  return (Object.keys(states) as CountedState[]).filter((name) => {
    const state = states[name];
    return (
      (paid ?? state.paid) === state.paid &&
      (completed ?? state.completed) === state.completed &&
      (withdrawn ?? state.withdrawn) === state.withdrawn &&
      (decided ?? state.decided) === state.decided
    );
  });
}

/** Spelt as the partial index of each state is, so that PostgreSQL sees that it fits. */
const inState: Readonly<Record<CountedState, RawBuilder<SqlBool>>> = {
  unpaid: isUnpaid,
  paid: sql`(bookings.paid and not bookings.completed)`,
  completed: sql`(bookings.completed and bookings.paid)`,
  withdrawn: sql`bookings.withdrawn_at is not null`,
  decided: sql`bookings.decided_at is not null`,
};

/** The condition on `bookings` that they are in the list, apart from its narrowing. */
export function inList({ lists, scope, days }: CountedBookings): RawBuilder<SqlBool> {
  const inOne = lists.map((name) => inState[name]);
  return sql`${sql.join(
    [
      inScope('bookings', scope),
      ...(lists.length === Object.keys(states).length ? [] : [anyOf([sql`false`, ...inOne])]),
      ...withinDays(sql.ref('bookings.created_at'), days),
    ],
    sql` and `,
  )}`;
}

/**
 * The table in which a list is searched, to be called `found`. Bookings that wait for payment or
 * clearance have a table of their own: they are few, and searched most. Officers have their index
 * in the large one.
 */
export const searchedIn = ({
  strategy,
  counted: { lists },
}: Pick<BookingList, 'strategy' | 'counted'>): RawBuilder<unknown> =>
  strategy !== 'byIds' && lists.every((name) => name === 'unpaid' || name === 'paid')
    ? sql`waiting_search`
    : sql`booking_search`;

/** The condition on `found` that it is in the list, apart from its narrowing. */
export function inSearch({ lists, scope, days }: Counted): RawBuilder<SqlBool> {
  return sql`${sql.join(
    [
      inScope('found', scope),
      ...(lists.length === Object.keys(states).length ? [] : [sql`found.list = any(${lists})`]),
      ...onDays(days),
    ],
    sql` and `,
  )}`;
}

/**
 * The same where the index of keys finds it. An organisation fills so much of the table that
 * comparing its key takes longer than passing over rows of others.
 */
export function inKeys(counted: Counted): RawBuilder<SqlBool> {
  const { zone } = counted.scope;
  const { from, to = dayOf(new Date(Date.now() + dayMs)) } = counted.days;
  return sql`${sql.join(
    [
      inSearch(counted),
      ...(zone === null ? [] : [sql`array[found.zone] && ${[zone]}::text[]`]),
      ...(from === undefined
        ? []
        : [sql`days_and_months(found.created_at) && ${keysOf({ from, to })}::integer[]`]),
    ],
    sql` and `,
  )}`;
}

/** As a filter alone: the index of officers could serve a span of time, but would be walked through. */
const onDays = ({ from, to }: Days): RawBuilder<SqlBool>[] => [
  ...(from === undefined ? [] : [sql<SqlBool>`lagos_day(found.created_at) >= ${from}::date`]),
  ...(to === undefined ? [] : [sql<SqlBool>`lagos_day(found.created_at) <= ${to}::date`]),
];

function narrowingOf(filter: BookingFilter): Condition[] {
  const { offence, vehicleType, min, max, bookedBy, ids, billed, overdue, owed } = filter;
  const when = (value: unknown, condition: () => Condition) =>
    value === undefined || value === '' ? [] : [condition()];
  return [
    ...when(ids, () => sql`found.booking_id = any(${ids})`),
    ...when(vehicleType, () => sql`array[found.vehicle_type] && ${[vehicleType]}::text[]`),
    ...when(bookedBy, () => sql`found.created_by = ${bookedBy}`),
    ...when(offence, () => sql`found.offences && ${[offence]}::text[]`),
    ...when(min ?? max, () => priceWithin({ min, max })),
    ...when(
      billed,
      () => sql`exists (
      select from bookings
      where bookings.id = found.booking_id and (bookings.bill_ref is not null) = ${billed})`,
    ),
    ...when(
      overdue,
      () => sql`${overdue} = exists (
      select from bookings
      where bookings.id = found.booking_id and ${isOverdue})`,
    ),
    ...when(
      owed,
      () => sql`exists (
      select from bookings
      where bookings.id = found.booking_id and ${isUnpaid}
        and ${owedSpanOf(sql`bookings.due_day`, today)} = ${owed})`,
    ),
  ];
}

/** Amounts in naira, both included; the index holds their steps. */
function priceWithin({
  min = 0,
  max = 999_999_999,
}: {
  min?: number | undefined;
  max?: number | undefined;
}) {
  return sql<SqlBool>`(
    array[amount_step(found.price_kobo)] && array(
      select generate_series(amount_step(${min * 100}), amount_step(${max * 100})))
    and found.price_kobo between ${min * 100} and ${max * 100})`;
}

/** The condition that a booking was paid or cleared within the days. */
function wasHandled({ dayOf, from, to }: Handled, scope: Scope): Condition {
  return dayOf === 'paid'
    ? sql`found.booking_id in (
        select payments.booking_id from payments
        where ${inScope('payments', scope)}
          and ${sql.join(withinDays(sql.ref('payments.confirmed_at'), { from, to }), sql` and `)})`
    : sql`found.booking_id in (
        select bookings.id from bookings
        where bookings.completed and ${inScope('bookings', scope)}
          and ${sql.join(withinDays(sql.ref('bookings.completed_at'), { from, to }), sql` and `)})`;
}
