import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';
import type { BookingSort } from '#contract/booking-filters.ts';
import type { listBookings } from '#contract/bookings.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import { may } from '#contract/roles.ts';
import type { Caller } from '#server/http/caller.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import type { Counted, ListName } from '#server/lists/counters.ts';
import { anyOf, withinDays } from '#server/lists/queries.ts';
import { isIndexed, literalPattern, spellingsOf } from '#server/lists/rules.ts';
import { placedInScope } from '#server/scope/conditions.ts';
import { chosenPlace } from '#server/scope/rules.ts';

export type BookingFilter = Omit<QueryOf<typeof listBookings>, 'limit' | 'page'>;

/** What a caller asked a list of bookings for, as far as they may see it. */
export interface BookingList {
  /** What the counters know: state, place and the days on which bookings were made. */
  readonly counted: Counted;
  /** Conditions on `booking_search as found` that narrow it further; none for most lists. */
  readonly narrowing: readonly Condition[];
  /**
   * How the narrowing finds its bookings: by the keys of one stretch of time after the other, by
   * other indexes at once, or, for a text that no index holds, among the newest ones.
   */
  readonly by: 'stretches' | 'records' | 'newest';
  /** Asked instead where nothing is found: the text as it was typed, rather than in any spelling. */
  readonly otherwise?: BookingList;
}

type Condition = Expression<SqlBool>;

/**
 * The list that the filter shows in the caller's scope. 403 for a place beyond the scope, and for
 * paid or withdrawn bookings without the right to see them.
 */
export function bookingListOf(caller: Caller, filter: BookingFilter): Outcome<BookingList> {
  const seesPaid = may(caller.role, 'see paid bookings');
  if (!seesPaid && asksForSettled(filter))
    return new Refusal(403, 'forbidden', `The role ${caller.role} sees unpaid bookings only.`);
  const scope = chosenPlace(caller.scope, filter);
  if (scope instanceof Refusal) return scope;
  const { from, to, by, ids } = filter;
  const byMade = by === 'made' || (from === undefined && to === undefined);
  const counted: Counted = {
    lists: listsOf({ ...filter, ...(seesPaid ? {} : { _boolpaid: false }) }),
    scope,
    days: byMade ? { from, to } : {},
  };
  const narrowing = narrowingOf(filter);
  return searched({ counted, narrowing, by: ids || !byMade ? 'records' : 'stretches' }, filter);
}

/** The list narrowed to the records that hold the text. */
function searched(list: BookingList, { _searchname: search = '' }: BookingFilter): BookingList {
  if (search === '') return list;
  const spellings = spellingsOf(search);
  // Most are the same as what was typed, and an index is slower to ask twice.
  const patterns = new Set([literalPattern(search), ...spellings.map(literalPattern)]);
  const typed = { ...list, narrowing: [...list.narrowing, holdsOneOf([...patterns])] };
  if (list.by === 'records' || isIndexed(search)) return typed;
  const newest = { ...typed, by: 'newest' } as const;
  if (!spellings.some(isIndexed)) return newest;
  const spelt = holdsOneOf(spellings.map(literalPattern));
  return { ...list, narrowing: [...list.narrowing, spelt], otherwise: newest };
}

const holdsOneOf = (patterns: readonly string[]): Condition =>
  anyOf(patterns.map((pattern) => sql<SqlBool>`found.text like ${pattern}`));

const asksForSettled = ({ _boolpaid, _boolcompleted, withdrawn, by }: BookingFilter): boolean =>
  _boolpaid === true || _boolcompleted === true || withdrawn === true || by !== 'made';

const states = {
  unpaid: { paid: false, completed: false, withdrawn: false },
  paid: { paid: true, completed: false, withdrawn: false },
  completed: { paid: true, completed: true, withdrawn: false },
  withdrawn: { paid: false, completed: false, withdrawn: true },
} as const;

/**
 * A list narrowed by payment or completion leaves withdrawn bookings out unless asked for them:
 * nothing more is expected of these.
 */
function listsOf(filter: BookingFilter): (keyof typeof states)[] {
  const { _boolpaid: paid, _boolcompleted: completed } = filter;
  const narrowed = paid !== undefined || completed !== undefined;
  const { withdrawn = narrowed ? false : undefined } = filter;
  return (Object.keys(states) as (keyof typeof states)[]).filter((name) => {
    const state = states[name];
    return (
      (paid ?? state.paid) === state.paid &&
      (completed ?? state.completed) === state.completed &&
      (withdrawn ?? state.withdrawn) === state.withdrawn
    );
  });
}

/** Spelt as the partial index of each state is, so that PostgreSQL sees that it fits. */
const inState: Readonly<Record<ListName, RawBuilder<SqlBool>>> = {
  unpaid: sql`(not bookings.paid and bookings.withdrawn_at is null)`,
  paid: sql`(bookings.paid and not bookings.completed)`,
  completed: sql`bookings.completed`,
  withdrawn: sql`bookings.withdrawn_at is not null`,
  collisions: sql`false`,
};

/** The condition on `bookings` that they are in the list, apart from its narrowing. */
export function inList({ lists, scope, days }: Counted): RawBuilder<SqlBool> {
  const inOne = lists.map((name) => inState[name]);
  return sql`${sql.join(
    [
      placedInScope('bookings', scope),
      ...(lists.length === Object.keys(states).length ? [] : [anyOf([sql`false`, ...inOne])]),
      ...withinDays(sql.ref('bookings.created_at'), days),
    ],
    sql` and `,
  )}`;
}

/**
 * The same on `booking_search as found`. With `byKeys` the index finds the place as well, which
 * takes it longer than a few rows of other places would.
 */
export function inSearch(
  { lists, scope, days }: Counted,
  { byKeys = true }: { readonly byKeys?: boolean } = {},
): RawBuilder<SqlBool> {
  const { organisation, zone } = scope;
  return sql`${sql.join(
    [
      placedInScope('found', scope),
      ...(organisation === null || !byKeys
        ? []
        : [sql`array[found.organisation] && ${[organisation]}::text[]`]),
      ...(zone === null || !byKeys ? [] : [sql`array[found.zone] && ${[zone]}::text[]`]),
      ...(lists.length === Object.keys(states).length ? [] : [sql`found.list = any(${lists})`]),
      ...withinDays(sql.ref('found.created_at'), days),
    ],
    sql` and `,
  )}`;
}

function narrowingOf(filter: BookingFilter): Condition[] {
  const { offence, vehicleType, min, max, bookedBy, ids } = filter;
  const when = (value: unknown, condition: () => Condition) =>
    value === undefined || value === '' ? [] : [condition()];
  return [
    ...when(ids, () => sql`found.booking_id = any(${ids})`),
    ...handledWithin(filter),
    ...when(vehicleType, () => sql`array[found.vehicle_type] && ${[vehicleType]}::text[]`),
    ...when(bookedBy, () => sql`array[found.created_by] && ${[bookedBy]}::text[]`),
    ...when(offence, () => sql`found.offences && ${[offence]}::text[]`),
    ...when(min ?? max, () => priceWithin({ min, max })),
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

/** The condition on the day of payment or clearance. */
function handledWithin({ by, from, to }: BookingFilter): Condition[] {
  if (by === 'made' || (from === undefined && to === undefined)) return [];
  if (by === 'cleared') {
    const cleared = withinDays(sql.ref('cleared.completed_at'), { from, to });
    return [
      sql`found.booking_id in (select cleared.id from bookings as cleared
        where cleared.completed and ${sql.join(cleared, sql` and `)})`,
    ];
  }
  const confirmed = withinDays(sql.ref('payment.confirmed_at'), { from, to });
  return [
    sql`found.booking_id in (select payment.booking_id from payments as payment
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
