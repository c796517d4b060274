import { z } from 'zod';
import {
  filterNames,
  readFilters,
  type FilterName,
  type KnownFilters,
  type ListFilters,
} from './filters.ts';

const pageSizes = [10, 15, 20, 25] as const;

/** What the address of a list may say. */
export interface ListGrammar<Sort extends string> extends KnownFilters {
  /** The first is how the list is sorted when nothing else is said. */
  readonly sorts: readonly [Sort, ...Sort[]];
  /** Keys of the columns that can be shown, and of those that are unless something else is said. */
  readonly columns: readonly string[];
  readonly usualColumns: readonly string[];
}

/** What the address of a list says. `open` is the id of the record shown over it, or ''. */
export interface ListAddress<Sort extends string = string> {
  search: string;
  page: number;
  limit: number;
  open: string;
  sort: Sort;
  /** Keys of the columns in their order; null for the usual ones. */
  columns: readonly string[] | null;
  filters: ListFilters;
}

/** The grammar of a list that is searched and turned, and no more. */
export const plainGrammar: ListGrammar<''> = {
  filters: [],
  sorts: [''],
  columns: [],
  usualColumns: [],
};

const pageSchema = z.coerce.number().int().min(1).max(1_000_000).catch(1);
const limitSchema = z.coerce.number().pipe(z.literal(pageSizes)).catch(pageSizes[0]);

/** Reads the query of an address; what makes no sense counts as not given. */
export function readListAddress<Sort extends string>(
  query: string,
  grammar: ListGrammar<Sort>,
): ListAddress<Sort> {
  const given = new URLSearchParams(query);
  const sort = grammar.sorts.find((known) => known === given.get('sort'));
  return {
    search: (given.get('search') ?? '').trim().slice(0, 100).trim(),
    page: pageSchema.parse(given.get('page') ?? 1),
    limit: limitSchema.parse(given.get('limit') ?? pageSizes[0]),
    open: given.get('open') ?? '',
    sort: sort ?? grammar.sorts[0],
    columns: readColumns(given.get('columns'), grammar),
    filters: readFilters(given, grammar),
  };
}

function readColumns(
  text: string | null,
  { columns, usualColumns }: ListGrammar<string>,
): readonly string[] | null {
  const asked = (text ?? '').split(',').filter((key) => columns.includes(key));
  const once = [...new Set(asked)];
  return once.length === 0 || once.join() === usualColumns.join() ? null : once;
}

/**
 * A query in which these parts are as said and all others as they were. What is as it is by
 * default is left out.
 */
export function changedQuery<Sort extends string>(
  query: string,
  changes: Partial<ListAddress<Sort>>,
  { sorts: [usualSort] }: Pick<ListGrammar<Sort>, 'sorts'>,
): string {
  const next = new URLSearchParams(query);
  const { search, page, limit, open, sort, columns, filters } = changes;
  const put = (name: string, text: string | undefined, usual = '') => {
    if (text === undefined) return;
    if (text === usual) next.delete(name);
    else next.set(name, text);
  };
  put('search', search);
  if (filters) for (const name of filterNames) put(name, textOf(filters, name));
  put('sort', sort, usualSort);
  put('page', page?.toString(), '1');
  put('limit', limit?.toString(), String(pageSizes[0]));
  if (columns !== undefined) put('columns', columns?.join() ?? '');
  put('open', open);
  // A comma may stand in a query as it is, and columns are easier to read so.
  const text = next.toString().replaceAll('%2C', ',');
  return text === '' ? '' : `?${text}`;
}

const textOf = (filters: ListFilters, name: FilterName) => String(filters[name] ?? '');

/** Writes an address; what is as it is by default is left out. */
export function writeListAddress<Sort extends string>(
  address: ListAddress<Sort>,
  grammar: ListGrammar<Sort>,
): string {
  return changedQuery('', address, grammar);
}

/** What a kept view of a list holds of its address: neither the page nor an open record. */
export function viewOfAddress<Sort extends string>(
  address: ListAddress<Sort>,
  grammar: ListGrammar<Sort>,
): string {
  return writeListAddress({ ...address, page: 1, open: '' }, grammar).slice(1);
}
