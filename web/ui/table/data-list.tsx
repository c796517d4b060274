import type { ReactNode } from 'react';
import { LoadingBar } from '../feedback/loading-bar.tsx';
import { classNames } from '../theme/class-names.ts';
import { useScreen } from '../theme/use-screen.ts';
import { DataCards } from './data-cards.tsx';
import css from './data-list.module.css';
import { DataTable } from './data-table.tsx';
import { useFreshRows } from './use-fresh-rows.ts';

export interface Column<Row> {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** In px; such columns don't wrap. Those without one wrap and share the rest. */
  width?: number | undefined;
  /** end: for numbers and actions. */
  align?: 'start' | 'end' | undefined;
  /** The direction, if the list is sorted by this column. */
  sorted?: 'ascending' | 'descending' | undefined;
  /** Makes the header a button. */
  onSort?: (() => void) | undefined;
}

export interface DataListProps<Row> {
  /** The accessible name of the list: usually the title of the screen. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** The content of a card, below 48em; usually a `ListCard`. */
  renderCard: (row: Row) => ReactNode;
  /** Called on a click anywhere in the row or card. Put a button into a card too, for the keyboard. */
  onOpen?: ((row: Row) => void) | undefined;
  /** Called with Space on a row, and on a click in it while there is a `tick`. */
  onChoose?: ((row: Row) => void) | undefined;
  /** Chooses a row, beside it. */
  tick?: ((row: Row) => ReactNode) | undefined;
  /** The first load: skeleton rows in the final height. */
  loading?: boolean | undefined;
  /** Old rows while new ones are loading: paler, with a loading bar above. */
  stale?: boolean | undefined;
  /** In place of the rows when there are none. */
  empty: ReactNode;
  /** The number of skeleton rows. */
  skeletons?: number | undefined;
  density?: 'comfortable' | 'compact' | undefined;
  /**
   * The question that the rows answer: search, filters, sort and page as text. Rows that appear
   * while it stays the same are new, and highlighted for a moment.
   */
  question?: string | undefined;
}

export interface ShownListProps<Row> extends DataListProps<Row> {
  /** Keys of the rows that are new. */
  fresh: readonly string[];
}

/** The rows of a list: a table from 48em on, cards below that. */
export function DataList<Row>(props: DataListProps<Row>) {
  const wide = !useScreen('phone');
  const waiting = props.loading === true && props.rows.length === 0;
  const stale = props.stale === true || waiting;
  const fresh = useFreshRows(props.rows.map(props.rowKey), props.question, stale);
  return (
    <div aria-busy={stale}>
      <LoadingBar active={stale} />
      {!waiting && props.rows.length === 0 ? (
        props.empty
      ) : (
        <div className={classNames(props.stale && css['stale'])}>
          {wide ? <DataTable {...props} fresh={fresh} /> : <DataCards {...props} fresh={fresh} />}
        </div>
      )}
    </div>
  );
}
