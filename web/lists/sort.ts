import type { ListSteps } from './list-address.ts';

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
