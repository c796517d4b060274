import type { ReactNode } from 'react';
import { useScreen } from '../theme/use-screen.ts';
import { classNames } from '../theme/class-names.ts';
import { DataCards } from './data-cards.tsx';
import { DataTable } from './data-table.tsx';
import css from './data-list.module.css';
import { LaneLoader } from '../fields/lane-loader.tsx';
import { useFreshRows } from './use-fresh-rows.ts';

export interface Column<Row> {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Width in px; such columns don't wrap. Those without one wrap and share the rest. */
  width?: number | undefined;
  /** end: for numbers and actions. */
  align?: 'start' | 'end' | undefined;
  /** The direction, if the list is sorted by this column. */
  sorted?: 'ascending' | 'descending' | undefined;
  /** Makes the header a button. */
  onSort?: (() => void) | undefined;
}

export interface DataListProps<Row> {
  /** The name of the list, spoken: usually the title of the screen. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** The inside of a card, below 48em; `ListCard` has the usual shape. */
  renderCard: (row: Row) => ReactNode;
  /** The whole row or card opens; put a real button in it too, for those who don't point. */
  onOpen?: ((row: Row) => void) | undefined;
  /** First load: skeleton rows in the final height. */
  loading?: boolean | undefined;
  /** Rows of before while new ones are on their way: paler, with the lane above. */
  stale?: boolean | undefined;
  /** In place of the rows when there are none. */
  empty: ReactNode;
  /** How many skeleton rows; as many as the page has. */
  skeletons?: number | undefined;
  density?: 'comfortable' | 'compact' | undefined;
  /**
   * What the rows answer: search, filters, sort and page as text. Rows that come while it stays the
   * same are new, and shown so for a moment.
   */
  question?: string | undefined;
}

export interface ShownListProps<Row> extends DataListProps<Row> {
  /** Keys of the rows that are new. */
  fresh: readonly string[];
}

/** The shared list: a table from 48em on, articles below. */
export function DataList<Row>(props: DataListProps<Row>) {
  const wide = !useScreen('phone');
  const waiting = props.loading === true && props.rows.length === 0;
  const stale = props.stale === true || waiting;
  const fresh = useFreshRows(props.rows.map(props.rowKey), props.question, stale);
  return (
    <div aria-busy={stale}>
      <LaneLoader active={stale} />
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
