import { type RawBuilder, sql } from 'kysely';
import type { BookingSort } from '#contract/booking-filters.ts';
import { alphabetical } from '#server/lists/queries.ts';

export const isInTime = (sort: BookingSort): boolean => sort.endsWith('createdAt');

type Sorted = 'created_at' | 'price_kobo' | 'zone' | 'registration' | 'name';

const sortedBy: Readonly<Record<BookingSort, Sorted>> = {
  '-createdAt': 'created_at',
  createdAt: 'created_at',
  price: 'price_kobo',
  '-price': 'price_kobo',
  zone: 'zone',
  '-zone': 'zone',
  registration: 'registration',
  '-registration': 'registration',
  name: 'name',
  '-name': 'name',
};

/** The lines of a searched text that hold these, folded. */
const lines: Readonly<Partial<Record<Sorted, number>>> = { name: 1, registration: 2 };

/**
 * By what a list in this order is sorted before time, as the column `sorted_by` of its rows. `of` is
 * their table, a search table being `found`.
 */
export function sortedByOf(sort: BookingSort, of: 'bookings' | 'found'): RawBuilder<unknown> {
  const column = sortedBy[sort];
  const line = lines[column];
  if (line === undefined) return sql`${sql.ref(`${of}.${column}`)} as sorted_by`;
  return of === 'found'
    ? sql`split_part(found.text, E'\n', ${sql.lit(line)}) collate "C" as sorted_by`
    : sql`${alphabetical(sql.ref(`bookings.${column}`))} as sorted_by`;
}

/** The order of rows with `id`, `created_at` and `sorted_by`. Equal bookings are newest first. */
export function orderOf(sort: BookingSort): RawBuilder<unknown> {
  if (sort === 'createdAt') return sql`created_at, id`;
  if (sort === '-createdAt') return sql`created_at desc, id desc`;
  // Bookings without a plate come last in either direction.
  const plateless = sortedBy[sort] === 'registration' ? sql`sorted_by = '', ` : sql``;
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`;
  return sql`${plateless}sorted_by ${direction}, created_at desc, id desc`;
}
