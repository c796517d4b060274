import { type RawBuilder, sql } from 'kysely';
import type { BookingSort } from '#contract/booking-filters.ts';
import { wireColumns } from '../booking-row.ts';
import { isOfHits, orderOf } from './list-conditions.ts';

export interface Page {
  readonly page: number;
  readonly limit: number;
  readonly sort: BookingSort;
}

/** A page of a list, and what the list says of all its bookings. */
export interface Found {
  /** The bookings of the page: JSON objects (naira, UTC) with commas between them. */
  readonly rows: string;
  /** How many these are. */
  readonly shown: number;
  readonly records: number;
  readonly kobo: number;
  /** There may be more than `records`, which were not counted. */
  readonly more?: boolean;
  /** The rows stand among the newest so many of the list. */
  readonly within?: number;
}

/**
 * A query of the ids that `wanted` has, in the list's order. Where `wanted` doesn't say what they are
 * ordered by, each is looked up by itself: PostgreSQL would rather read the whole table than some
 * thousands of its rows.
 */
export const inOrder = (wanted: RawBuilder<unknown>, sort: BookingSort) =>
  isOfHits(sort)
    ? sql`
      select id, row_number() over (order by ${orderOf(sort, 'hits')}) as place
      from ${wanted} as hits order by place`
    : inLookedUpOrder(wanted, sort);

/** The same of ids alone. */
export const inLookedUpOrder = (ids: RawBuilder<unknown>, sort: BookingSort) => sql`
  select wanted.id, row_number() over (order by ${orderOf(sort)}) as place
  from ${ids} as wanted cross join lateral (
    select * from bookings where bookings.id = wanted.id offset 0
  ) as bookings
  order by place`;

/**
 * `page` selects ids and their `place`: these bookings in that order. PostgreSQL writes them, since
 * reading them into objects only to write them out again costs more than finding them.
 */
export const rowsOf = (page: RawBuilder<unknown>) => sql`
  select coalesce(string_agg(row_to_json(booking)::text, ',' order by page.place), '') as rows,
    count(*)::integer as shown
  from ${page} as page join bookings on bookings.id = page.id
    left join payments on payments.booking_id = bookings.id
    cross join lateral (select ${wireColumns}) as booking`;
