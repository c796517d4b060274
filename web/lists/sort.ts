import type { ListSteps } from './address.ts';

interface SortedColumn {
  sorted: 'ascending' | 'descending' | undefined;
  onSort: () => void;
}

/**
 * How a column stands in the sort of its list. Pressing its header sorts by the first of the two,
 * and then by the other.
 */
export function sortedBy<Sort extends string>(
  { address, sortBy }: Pick<ListSteps<Sort>, 'address' | 'sortBy'>,
  [first, other]: readonly [Sort, Sort],
): SortedColumn {
  const { sort } = address;
  const direction = sort.startsWith('-') ? 'descending' : 'ascending';
  return {
    sorted: sort === first || sort === other ? direction : undefined,
    onSort: () => sortBy(sort === first ? other : first),
  };
}

/** The columns that are shown, in their order. */
export function inOrder<Column extends { key: string }>(
  columns: readonly Column[],
  keys: readonly string[],
): Column[] {
  return keys.flatMap((key) => columns.find((column) => column.key === key) ?? []);
}
