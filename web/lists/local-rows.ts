import { folded } from '#contract/folding.ts';
import { holdsWords } from '#contract/names.ts';
import { type ListSize, totalPages } from '#web/api/area.ts';
import type { Loaded } from '#web/api/use-loaded.ts';
import type { ListedRows } from './addressed-list.tsx';
import type { ListAddress } from './list-address.ts';

/** A row whose every column is text. */
export type TextRow = Readonly<Record<string, string>>;

interface LocalRows<Row> {
  /** Those of the page. */
  rows: readonly Row[];
  size: ListSize;
  pages: number;
  /** The page shown: one beyond the end is the last. */
  page: number;
}

/** Searches rows that are here already, and turns to the page that the address names. */
export function localRows<Row>(
  rows: readonly Row[],
  { search, page, limit }: Pick<ListAddress, 'search' | 'page' | 'limit'>,
  matches: (row: Row, search: string) => boolean,
): LocalRows<Row> {
  const found = rows.filter((row) => matches(row, search));
  const pages = totalPages(found.length, limit);
  const shown = Math.min(page, pages);
  return {
    rows: found.slice((shown - 1) * limit, shown * limit),
    size: { total: found.length },
    pages,
    page: shown,
  };
}

/** An answer that holds all the rows of a list. */
export function wholeList<Row>(
  { data, failure, reload }: Pick<Loaded<readonly Row[]>, 'data' | 'failure' | 'reload'>,
  question: string,
): ListedRows<Row> {
  const rows = data ?? [];
  const loaded = data !== null;
  const loading = !loaded && failure === null;
  return { rows, size: { total: rows.length }, loaded, loading, failure, question, reload };
}

/** True if a column of the row holds the search, in any spelling of a plate or number. */
export const textMatches = (row: TextRow, search: string): boolean =>
  Object.values(row).some((text) => holds(text, search));

function holds(text: string, search: string): boolean {
  if (holdsWords(text, search)) return true;
  const bare = bareOf(search);
  return bare !== '' && bareOf(text).includes(bare);
}

const bareOf = (text: string) => folded(text).replaceAll(/[^\p{L}\p{N}]/gu, '');
