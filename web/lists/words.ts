import type { BookingMoment } from '#contract/booking-filters.ts';
import { periods } from '#contract/view-query.ts';
import {
  organisationNames,
  organisationOfState,
  stateOfOrganisation,
  type Place,
} from '#contract/places.ts';
import type { SignedInUser } from '#web/api/current-user.ts';
import { narrowsDays, type ListFilters } from './filters.ts';
import type { FilterSteps } from './place-and-day-filters.tsx';
import { naira } from '#web/format/money.ts';

const periodWords = {
  today: 'Today',
  '7days': 'Last 7 days',
  month: 'This month',
  year: 'This year',
} as const;

const momentWords: Record<BookingMoment, string> = {
  made: 'Made',
  paid: 'Paid',
  cleared: 'Cleared',
};

/** The days of a list: `Last 7 days`, `2026-11-01 to 2026-11-20, paid`; null for all. */
export function daysInWords({ period, from, to, by }: ListFilters): string | null {
  const days =
    period !== undefined
      ? periodWords[period]
      : from !== undefined && to !== undefined
        ? from === to
          ? from
          : `${from} to ${to}`
        : from !== undefined
          ? `From ${from}`
          : to !== undefined
            ? `Until ${to}`
            : null;
  return days !== null && by !== undefined ? `${days}, ${by}` : days;
}

/** `₦5,000 to ₦10,000`; null for any amount. */
export function amountsInWords({ min, max }: ListFilters): string | null {
  if (min !== undefined && max !== undefined) {
    return min === max ? naira(min) : `${naira(min)} to ${naira(max)}`;
  }
  if (min !== undefined) return `From ${naira(min)}`;
  return max === undefined ? null : `Up to ${naira(max)}`;
}

export const noDays: ListFilters = {
  period: undefined,
  from: undefined,
  to: undefined,
  by: undefined,
};

/** What the control of the days shows and does; `moments` are what the days can speak of. */
export function daysControl(
  { filters, filter }: FilterSteps,
  done: () => void,
  moments: readonly BookingMoment[],
) {
  const { period, from = '', to = '', by = 'made' } = filters;
  // What was made is what the days speak of unless something else is said.
  const spoken = (moment: string) => moments.find((known) => known === moment && known !== 'made');
  const set = (changes: ListFilters) => {
    filter(changes);
    done();
  };
  return {
    periods: periods.map((value) => ({ value, label: periodWords[value] })),
    period,
    from,
    to,
    onPeriod: (chosen: string, moment: string) =>
      set({
        ...noDays,
        period: periods.find((one) => one === chosen),
        by: spoken(moment),
      }),
    onDays: (first: string, last: string, moment: string) =>
      set({
        ...noDays,
        from: first === '' ? undefined : first,
        to: last === '' ? undefined : last,
        by: spoken(moment),
      }),
    onMoment: (moment: string) => {
      if (narrowsDays(filters)) filter({ by: spoken(moment) });
    },
    moment: by,
    moments: moments.map((value) => ({ value, label: momentWords[value] })),
  };
}

type Scope = Pick<SignedInUser, 'state' | 'zone'>;

/** The organisations that a user may choose between; none for one who has one. */
export function organisationsOf({ state }: Scope): readonly string[] {
  return state === null ? organisationNames : [];
}

/** The zones that a user may choose between; none for one who has one. */
export function zonesOf(
  places: readonly Place[],
  { state, zone }: Scope,
  { organisation }: ListFilters,
): readonly string[] {
  if (zone !== null) return [];
  const own = state === null ? organisation : organisationOfState(state);
  const states = (own === undefined ? organisationNames : [own]).map(stateOfOrganisation);
  const cities = places.flatMap(({ name, cities: all }) =>
    states.some((known) => known === name) ? all : [],
  );
  return [...new Set(cities)].sort((a, b) => a.localeCompare(b));
}

/** The texts that hold the query somewhere, those that begin with it first. */
export function findTexts(texts: readonly string[], query: string): string[] {
  const sought = query.toLowerCase();
  const begins = (text: string) => (text.toLowerCase().startsWith(sought) ? 0 : 1);
  return texts
    .filter((text) => text.toLowerCase().includes(sought))
    .sort((a, b) => begins(a) - begins(b));
}
