import { totalPages } from '#web/api/area.ts';
import type { ListAddress } from './list-address.ts';

/** A row whose every column is text. */
export type TextRow = Readonly<Record<string, string>>;

export interface LocalRows<Row> {
  /** Those of the page. */
  rows: readonly Row[];
  /** How many match. */
  total: number;
  pages: number;
  /** The page shown: one beyond the end is the last. */
  page: number;
}

/** Searches rows that are here already, and turns to the page that the address names. */
export function localRows<Row extends TextRow>(
  rows: readonly Row[],
  { search, page, limit }: Pick<ListAddress, 'search' | 'page' | 'limit'>,
): LocalRows<Row> {
  const found = rows.filter((row) => Object.values(row).some((text) => holds(text, search)));
  const pages = totalPages(found.length, limit);
  const shown = Math.min(page, pages);
  return {
    rows: found.slice((shown - 1) * limit, shown * limit),
    total: found.length,
    pages,
    page: shown,
  };
}

/** Whether a text holds what is sought, however its plate or number is spelt. */
function holds(text: string, sought: string): boolean {
  if (text.toLowerCase().includes(sought.toLowerCase())) return true;
  const bare = bareOf(sought);
  return bare !== '' && bareOf(text).includes(bare);
}

const bareOf = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
