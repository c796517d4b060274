import { z } from 'zod';
import { amountsInOrder, daysInOrder } from '#contract/list-filters.ts';
import { type Period, periods } from '#contract/periods.ts';
import type { Instant } from '#web/format/time.ts';
import { daysOfPeriod } from './periods.ts';

/** The schemas of what can narrow a list, by their names in the contract. */
export type Narrowing = Readonly<Record<string, z.ZodType>>;
export type NoNarrowing = Readonly<Record<never, z.ZodType>>;

/** The filters of a list, as its own schemas read them. */
export type ListFilters<N extends Narrowing = NoNarrowing> = {
  [Name in keyof N]?: z.output<N[Name]> | undefined;
} & { period?: Period | undefined };

/** The events whose days a list may be filtered by, if it has a `by`. */
type MomentOf<N extends Narrowing> = 'by' extends keyof N
  ? Extract<z.output<N['by']>, string>
  : never;

export interface KnownFilters<N extends Narrowing = NoNarrowing> {
  readonly narrowing: Partial<N>;
  /** The events whose days can be chosen, in words; the first unless the address names one. */
  readonly moments?: Readonly<Partial<Record<MomentOf<N>, string>>> | undefined;
}

/** The values that the schemas made of an address, not yet checked against each other. */
interface Read {
  period?: unknown;
  from?: string | undefined;
  to?: string | undefined;
  by?: string | undefined;
  min?: number | undefined;
  max?: number | undefined;
}

const periodFilter = z.enum(periods);

/** The names of the filters of a list, as its address spells them. */
export function filterNames<N extends Narrowing>({ narrowing }: KnownFilters<N>): string[] {
  const names = Object.keys(narrowing);
  return 'from' in narrowing ? ['period', ...names] : names;
}

/** Reads the filters of an address; unknown and invalid ones count as not given. */
export function readFilters<N extends Narrowing>(
  given: Readonly<Record<string, string>>,
  known: KnownFilters<N>,
): ListFilters<N> {
  const narrowing: Partial<Narrowing> = known.narrowing;
  const read = filterNames(known).flatMap((name): [string, unknown][] => {
    const text = given[name]?.trim() ?? '';
    const schema = name === 'period' ? periodFilter : narrowing[name];
    const data = text === '' ? undefined : schema?.safeParse(text).data;
    return data === undefined ? [] : [[name, data]];
  });
  return consistent(Object.fromEntries(read), Object.keys(known.moments ?? {}));
}

/** Drops what contradicts the rest, such as days in the wrong order. */
function consistent(filters: Read, [, ...moments]: readonly string[]): object {
  if (filters.period !== undefined || !daysInOrder(filters)) {
    delete filters.from;
    delete filters.to;
  }
  if (!amountsInOrder(filters)) {
    delete filters.min;
    delete filters.max;
  }
  const { by } = filters;
  if (!narrowsDays(filters) || (by !== undefined && !moments.includes(by))) delete filters.by;
  return givenFilters(filters);
}

/** The filters without those that are `undefined`. */
export function givenFilters<Filters extends object>(filters: Filters): Filters {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as Filters;
}

export function narrowsDays({ period, from, to }: Pick<Read, 'period' | 'from' | 'to'>): boolean {
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

/** The number of filters that are set: days and amounts count once each. */
export const countFilters = (filters: object): number =>
  new Set(Object.keys(givenFilters(filters)).map((name) => countedAs[name] ?? name)).size;

/** The filters as a call sends them: a period becomes the days that it has at `now`. */
export function sentFilters<N extends Narrowing>(
  { period, ...filters }: ListFilters<N>,
  now: Instant = Date.now(),
): Omit<ListFilters<N>, 'period'> {
  return givenFilters(
    period === undefined ? filters : { ...filters, ...daysOfPeriod(period, now) },
  );
}
