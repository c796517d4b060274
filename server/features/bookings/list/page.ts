import { type RawBuilder, sql } from 'kysely';
import type { BookingSort } from '#contract/booking-filters.ts';
import type { Database } from '#server/db/database.ts';
import { wireColumns } from '../booking-row.ts';
import { orderOf } from './order.ts';

/** The database that a list is read from, and the time that each kind of list may take. */
export interface ListSource {
  readonly db: Database;
  /** After so many ms of finding all that a text matches, only the newest bookings are looked through. */
  readonly searchMs: number;
  /** The same for a list that is narrowed or ordered without a text. */
  readonly narrowMs: number;
}

export interface Page {
  readonly page: number;
  readonly limit: number;
  readonly sort: BookingSort;
}

/** A page of a list, and what the list says of all its bookings. */
export interface Found {
  /** The bookings of the page: JSON objects (naira, UTC) with commas between them. */
  readonly rows: string;
  /** The number of bookings in `rows`. */
  readonly shown: number;
  readonly records: number;
  readonly kobo: number;
  /** There may be more than `records`, which were not counted. */
  readonly more?: boolean;
  /** The rows stand among the newest so many of the list. */
  readonly within?: number;
}

/** The ids of a page of `hits`, which have what `orderOf` names, and their `place` in it. */
export const pageOf = (hits: RawBuilder<unknown>, { page, limit, sort }: Page) => sql`
  select id, row_number() over (order by ${orderOf(sort)}) as place
  from (
    select * from ${hits} as hits
    order by ${orderOf(sort)} limit ${limit} offset ${(page - 1) * limit}
  ) as shown`;

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
