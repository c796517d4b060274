import { z } from 'zod';
import { vehicleTypes } from '#contract/booking-fields.ts';
import {
  amountsInOrder,
  bookingFilters,
  bookingMoments,
  type BookingMoment,
} from '#contract/booking-filters.ts';
import { dayFilters, daysInOrder, zoneFilter } from '#contract/list-filters.ts';
import { organisationSchema } from '#contract/places.ts';
import { periods, type Period } from '#contract/view-query.ts';
import { dateOf, type Instant } from '#web/format/time.ts';

const valid = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined);

const filtersSchema = z.object({
  period: valid(z.enum(periods)),
  from: valid(dayFilters.from),
  to: valid(dayFilters.to),
  by: valid(z.enum(bookingMoments)),
  organisation: valid(organisationSchema),
  zone: valid(zoneFilter),
  offence: valid(bookingFilters.offence),
  vehicleType: valid(z.enum(vehicleTypes)),
  min: valid(bookingFilters.min),
  max: valid(bookingFilters.max),
  withdrawn: valid(z.enum(['true', 'false'])),
  bookedBy: valid(bookingFilters.bookedBy),
});

/** What narrows a list. Days are `YYYY-MM-DD` in Africa/Lagos, amounts whole naira. */
export type ListFilters = z.infer<typeof filtersSchema>;
export type FilterName = keyof ListFilters;

export const filterNames = filtersSchema.keyof().options;

/** Which filters a list knows; with `by`, the moments that its days can speak of besides `made`. */
export interface KnownFilters {
  readonly filters: readonly FilterName[];
  readonly moments?: readonly BookingMoment[];
}

/** Reads the filters of an address; what is unknown, or makes no sense, counts as not given. */
export function readFilters(given: URLSearchParams, known: KnownFilters): ListFilters {
  const asked = known.filters.flatMap((name) => {
    const text = given.get(name)?.trim() ?? '';
    return text === '' ? [] : [[name, text]];
  });
  return sensible(filtersSchema.parse(Object.fromEntries(asked)), known);
}

function sensible(read: ListFilters, { moments = [] }: KnownFilters): ListFilters {
  const filters = { ...read };
  if (filters.period !== undefined || !daysInOrder(filters)) {
    delete filters.from;
    delete filters.to;
  }
  if (!amountsInOrder(filters)) {
    delete filters.min;
    delete filters.max;
  }
  const { by } = filters;
  if (by === 'made' || !narrowsDays(filters) || (by && !moments.includes(by))) delete filters.by;
  return withoutGaps(filters);
}

/** The filters that are given, without those that are `undefined`. */
export function withoutGaps(filters: ListFilters): ListFilters {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
}

/** Whether the list is of some days only. */
export function narrowsDays({ period, from, to }: ListFilters): boolean {
  return period !== undefined || from !== undefined || to !== undefined;
}

/** How many things narrow the list: days and amounts count once each. */
export function countFilters(filters: ListFilters): number {
  const { organisation, zone, offence, vehicleType, min, max, withdrawn, bookedBy } = filters;
  const single = [organisation, zone, offence, vehicleType, min ?? max, withdrawn, bookedBy];
  return single.filter((value) => value !== undefined).length + (narrowsDays(filters) ? 1 : 0);
}

interface Days {
  from?: string | undefined;
  to?: string | undefined;
}

/** The first and the last day of a period, counted from the day of `now` in Africa/Lagos. */
export function daysOfPeriod(period: Period, now: Instant): { from: string; to: string } {
  const to = dateOf(now);
  const noon = new Date(`${to}T12:00:00+01:00`).getTime();
  switch (period) {
    case 'today':
      return { from: to, to };
    case '7days':
      return { from: dateOf(noon - 6 * 24 * 60 * 60 * 1000), to };
    case 'month':
      return { from: `${to.slice(0, 7)}-01`, to };
    case 'year':
      return { from: `${to.slice(0, 4)}-01-01`, to };
  }
}

/** The days that the filters name, as they are at `now`. */
export function daysOf({ period, from, to }: ListFilters, now: Instant): Days {
  return period === undefined ? { from, to } : daysOfPeriod(period, now);
}

/** The filters as a call sends them: the period as the days that it is at `now`. */
export function sentFilters(filters: ListFilters, now: Instant): Omit<ListFilters, 'period'> {
  return withoutGaps({ ...filters, period: undefined, ...daysOf(filters, now) });
}
