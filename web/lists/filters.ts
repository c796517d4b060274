import { z } from 'zod';
import { amountsInOrder, type BookingMoment, bookingNarrowing } from '#contract/booking-filters.ts';
import { daysInOrder } from '#contract/list-filters.ts';
import { type Period, periods } from '#contract/view-query.ts';
import { dateOf, type Instant } from '#web/format/time.ts';

type Narrowed = z.output<z.ZodObject<typeof bookingNarrowing>>;

/** What can narrow a list, named as in the contract; only a list of bookings has all of it. */
export type ListFilters = { [Name in keyof Narrowed]?: Narrowed[Name] | undefined } & {
  period?: Period | undefined;
};
export type FilterName = keyof ListFilters;

/** What narrows one list; `moments` are the values of `by` that its days allow besides `made`. */
export interface KnownFilters {
  readonly narrowing: Partial<typeof bookingNarrowing>;
  readonly moments?: readonly BookingMoment[];
}

const periodFilter = z.enum(periods);

/** The names of the filters of a list, as its address spells them. */
export function filterNames({ narrowing }: KnownFilters): FilterName[] {
  const names = Object.keys(narrowing) as (keyof typeof narrowing)[];
  return narrowing.from ? ['period', ...names] : names;
}

/** Reads the filters of an address; unknown and invalid ones count as not given. */
export function readFilters(
  given: Readonly<Record<string, string>>,
  known: KnownFilters,
): ListFilters {
  const read = filterNames(known).flatMap((name) => {
    const text = given[name]?.trim() ?? '';
    const schema: z.ZodType = name === 'period' ? periodFilter : bookingNarrowing[name];
    const { data } = text === '' ? { data: undefined } : schema.safeParse(text);
    return data === undefined ? [] : [[name, data]];
  });
  return consistent(Object.fromEntries(read) as ListFilters, known);
}

/** Drops what contradicts the rest, such as days in the wrong order. */
function consistent(filters: ListFilters, { moments = [] }: KnownFilters): ListFilters {
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
  return givenFilters(filters);
}

/** The filters without those that are `undefined`. */
export function givenFilters(filters: ListFilters): ListFilters {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given);
}

export function narrowsDays({ period, from, to }: ListFilters): boolean {
  return (period ?? from ?? to) !== undefined;
}

/** Filters that count as one. */
const countedAs: Readonly<Record<string, string>> = {
  period: 'days',
  from: 'days',
  to: 'days',
  by: 'days',
  min: 'amount',
  max: 'amount',
};

/** How many things narrow the list: days and amounts count once each. */
export const countFilters = (filters: ListFilters): number =>
  new Set(Object.keys(givenFilters(filters)).map((name) => countedAs[name] ?? name)).size;

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

/** The filters as a call sends them: a period becomes the days that it has at `now`. */
export function sentFilters(
  { period, ...filters }: ListFilters,
  now: Instant = Date.now(),
): Omit<ListFilters, 'period'> {
  return givenFilters(
    period === undefined ? filters : { ...filters, ...daysOfPeriod(period, now) },
  );
}
