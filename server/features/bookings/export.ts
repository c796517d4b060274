import type { exportBookings } from '#contract/bookings.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import { exportLimits } from '#contract/list-filters.ts';
import type { Deps } from '#server/deps.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import { Refusal } from '#server/http/refusal.ts';
import { exportList } from '#server/lists/commands.ts';
import { bookingColumns } from './export-columns.ts';
import { allOf } from './list.ts';
import { bookingListOf } from './list-conditions.ts';
import { bookingsInOrderOf } from './queries.ts';

type Filter = QueryOf<typeof exportBookings>;

/** Every booking that the filter shows, in the list's order, as a file. 400 beyond `exportLimits`. */
export async function exportBookingsOf(
  { db, reports }: Pick<Deps, 'db' | 'reports'>,
  actor: Actor,
  caller: Caller,
  { format, ...filters }: Filter,
) {
  const list = bookingListOf(caller, filters);
  if (list instanceof Refusal) return list;
  const rows = await allOf(reports, list, { sort: filters.sort, limit: exportLimits[format] + 1 });
  return exportList(db, actor, caller, {
    event: 'bookings.exported',
    format,
    filters,
    name: nameOf(filters),
    columns: bookingColumns,
    ids: rows.map(({ id }) => id),
    rowsOf: async (ids) =>
      (await bookingsInOrderOf(reports, ids)).map((booking) =>
        bookingColumns.map(({ cell }) => cell(booking)),
      ),
  });
}

function nameOf({ _boolpaid: paid, _boolcompleted: completed }: Omit<Filter, 'format'>): string {
  if (completed === true) return 'completed-bookings';
  if (paid === undefined) return 'bookings';
  return paid ? 'paid-bookings' : 'unpaid-bookings';
}
