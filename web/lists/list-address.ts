import { z } from 'zod';
import { amountsInOrder, daysInOrder } from '#contract/list-filters.ts';
import { daysOfPeriod, type Period, periods } from '#contract/periods.ts';
import { dateOf, type Instant } from '#web/format/time.ts';
import { type AddressParts, changedSearch, readAddress, useAddress } from './use-address.ts';

const pageSizes = [10, 15, 20, 25] as const;

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

/** The grammar of a list's address. */
export interface ListGrammar<
  Sort extends string,
  N extends Narrowing = NoNarrowing,
> extends KnownFilters<N> {
  /** The first is the usual one. */
  readonly sorts: readonly [Sort, ...Sort[]];
  /** Keys of the columns that can be shown, and of those that usually are. */
  readonly columns: readonly string[];
  readonly usualColumns: readonly string[];
}

/** The content of a list's address. `open` is the id of the record shown over it, or ''. */
export interface ListAddress<Sort extends string = string, N extends Narrowing = NoNarrowing> {
  search: string;
  page: number;
  limit: number;
  open: string;
  sort: Sort;
  /** Keys of the columns in their order; null for the usual ones. */
  columns: readonly string[] | null;
  filters: ListFilters<N>;
}

/** The address of a list without sorts and columns to choose. */
export const plainGrammar = <N extends Narrowing>(narrowing: N): ListGrammar<'', N> => ({
  narrowing,
  sorts: [''],
  columns: [],
  usualColumns: [],
});

const pageSchema = z.coerce.number().int().min(1).max(1_000_000).catch(1);
const limitSchema = z.coerce.number().pipe(z.literal(pageSizes)).catch(pageSizes[0]);

/** Reads the address of a list; invalid parts count as not given. */
export const listAddress = <Sort extends string, N extends Narrowing>(
  grammar: ListGrammar<Sort, N>,
) =>
  z.record(z.string(), z.string()).transform((given): ListAddress<Sort, N> => {
    const { search = '', page = 1, limit = pageSizes[0], open = '', sort, columns = '' } = given;
    return {
      search: search.trim().slice(0, 100).trim(),
      page: pageSchema.parse(page),
      limit: limitSchema.parse(limit),
      open,
      sort: grammar.sorts.find((known) => known === sort) ?? grammar.sorts[0],
      columns: readColumns(columns, grammar),
      filters: readFilters(given, grammar),
    };
  });

function readColumns(
  text: string,
  { columns, usualColumns }: Pick<ListGrammar<string>, 'columns' | 'usualColumns'>,
): readonly string[] | null {
  const asked = text.split(',').filter((key) => columns.includes(key));
  const once = [...new Set(asked)];
  return once.length === 0 || once.join() === usualColumns.join() ? null : once;
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

/** Changes as they stand in the address; what equals the default is left out. */
function partsOf<Sort extends string, N extends Narrowing>(
  { filters, sort, page, limit, ...rest }: Partial<ListAddress<Sort, N>>,
  grammar: ListGrammar<Sort, N>,
): AddressParts {
  const set = (filters ?? {}) as AddressParts;
  return {
    ...('search' in rest && { search: rest.search }),
    ...(filters && Object.fromEntries(filterNames(grammar).map((name) => [name, set[name]]))),
    ...(sort !== undefined && { sort: sort === grammar.sorts[0] ? '' : sort }),
    ...(page !== undefined && { page: page === 1 ? '' : page }),
    ...(limit !== undefined && { limit: limit === pageSizes[0] ? '' : limit }),
    ...('columns' in rest && { columns: rest.columns }),
    ...('open' in rest && { open: rest.open }),
  };
}

/** Writes an address; what equals the default is left out. */
export function writeListAddress<Sort extends string, N extends Narrowing>(
  address: ListAddress<Sort, N>,
  grammar: ListGrammar<Sort, N>,
): string {
  return changedSearch('', partsOf(address, grammar));
}

/** The part of an address that a kept view stores: neither the page nor an open record. */
export function viewOfAddress<Sort extends string, N extends Narrowing>(
  address: ListAddress<Sort, N>,
  grammar: ListGrammar<Sort, N>,
): string {
  return writeListAddress({ ...address, page: 1, open: '' }, grammar).slice(1);
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
    period === undefined ? filters : { ...filters, ...daysOfPeriod(period, dateOf(now)) },
  );
}

/** A list's state in the address, and the ways to change it. */
export interface ListSteps<Sort extends string = string, N extends Narrowing = NoNarrowing> {
  address: ListAddress<Sort, N>;
  /** True if typing in the search box led here; otherwise the box follows the address. */
  typed: boolean;
  /** The address part that a view kept now would store. */
  view: string;
  search: (search: string) => void;
  /** Sets filters and removes those that are `undefined`; the others stay. */
  filter: (changes: ListFilters<N>) => void;
  /** Removes every filter and the search. */
  clear: () => void;
  sortBy: (sort: Sort) => void;
  /** Answers the columns that are to be shown instead of these; null for the usual ones. */
  showColumns: (next: (shown: readonly string[]) => readonly string[] | null) => void;
  /** Shows a kept view. */
  show: (view: string) => void;
  turnTo: (page: number) => void;
  /** Corrects a page beyond the end. */
  landOn: (page: number) => void;
  resize: (limit: number) => void;
  open: (id: string) => void;
  /** Opens another record in place of the open one, or leafs to a page beneath it. */
  leaf: (to: { open: string } | { page: number }) => void;
  close: () => void;
}

/** A list's state in the address. Back undoes each step; one search is one step, however long it is typed. */
export function useListAddress<Sort extends string, N extends Narrowing>(
  grammar: ListGrammar<Sort, N>,
): ListSteps<Sort, N> {
  const schema = listAddress(grammar);
  const { address, change, changeBeneath, goTo, open, close, justCameBy } = useAddress(schema);
  const go = (changes: Partial<ListAddress<Sort, N>>, step?: Parameters<typeof change>[1]) =>
    change(partsOf(changes, grammar), step);
  // The present address is ahead of the rendered one while a step before this is drawn.
  const now = () => readAddress(window.location.search, schema);

  return {
    address,
    typed: justCameBy('search'),
    view: viewOfAddress(address, grammar),
    search: (search) => go({ search, page: 1 }, { joins: 'search' }),
    filter: (changes) => go({ filters: givenFilters({ ...now().filters, ...changes }), page: 1 }),
    clear: () => go({ search: '', filters: {}, page: 1 }),
    sortBy: (sort) => go({ sort, page: 1 }),
    showColumns: (next) =>
      go({ columns: next(now().columns ?? grammar.usualColumns) }, { joins: 'columns' }),
    show: (view) => goTo(view === '' ? '' : `?${view}`),
    turnTo: (page) => go({ page }),
    landOn: (page) => go({ page }, { replace: true }),
    resize: (limit) => go({ limit, page: 1 }),
    open,
    leaf: (to) => changeBeneath(partsOf(to, grammar)),
    close,
  };
}
