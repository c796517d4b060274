import { Button } from '#web/ui/controls/button.tsx';
import { VisuallyHidden } from '#web/ui/controls/visually-hidden.tsx';
import type { Column } from '#web/ui/table/data-list.tsx';
import { type Identified, idOf } from './identified.ts';
import type { ListSteps } from './list-address.ts';

/** A column. Pressing the header of one that sorts takes the first order, and pressed again the other. */
export type SortingColumn<Row, Sort extends string> = Column<Row> & {
  sorts?: readonly [Sort, Sort];
};

/** The columns of a list, and those shown unless the address or the user chooses others. */
interface ColumnsOf<Row, Sort extends string> {
  columns: readonly SortingColumn<Row, Sort>[];
  usualColumns?: readonly string[];
}

/** The columns and order of an address, and the way to another order. */
type Sorting<Sort extends string> = Pick<ListSteps<Sort>, 'address' | 'sortBy'>;

/** The columns that the address names, and the last one. */
export function columnsOf<Row extends Identified, Sort extends string>(
  { columns, usualColumns }: ColumnsOf<Row, Sort>,
  steps: Sorting<Sort>,
  last: Column<Row>,
): Column<Row>[] {
  const chosen = steps.address.columns ?? usualColumns;
  const shown = chosen
    ? chosen.flatMap((key) => columns.find((column) => column.key === key) ?? [])
    : columns;
  return [
    ...shown.map((column) =>
      column.sorts ? { ...column, ...sortedBy(steps, column.sorts) } : column,
    ),
    last,
  ];
}

/** The last column, which opens a record. */
export function openColumn<Row extends Identified>(
  { nameOf }: { nameOf: (row: Row) => string },
  open: (id: string) => void,
): Column<Row> {
  return {
    key: 'actions',
    header: 'Actions',
    width: 84,
    align: 'end',
    cell: (row) => (
      <Button size="sm" onClick={() => open(idOf(row))}>
        Open
        <VisuallyHidden> {nameOf(row)}</VisuallyHidden>
      </Button>
    ),
  };
}

/**
 * The order in which a list is sorted by a column of these two orders, and the effect of pressing
 * its header.
 */
function sortedBy<Sort extends string>(
  { address: { sort }, sortBy }: Sorting<Sort>,
  [first, other]: readonly [Sort, Sort],
): Pick<Column<unknown>, 'sorted' | 'onSort'> {
  const direction = sort.startsWith('-') ? 'descending' : 'ascending';
  return {
    sorted: sort === first || sort === other ? direction : undefined,
    onSort: () => sortBy(sort === first ? other : first),
  };
}
