import { memo, type ReactNode, type RefCallback } from 'react';
import { LoadingBar } from '../feedback/loading-bar.tsx';
import { classNames } from '../theme/class-names.ts';
import { useScreen } from '../theme/use-screen.ts';
import css from './data-list.module.css';
import { DataTable } from './data-table.tsx';
import { belongsToRow } from './row-click.ts';
import { SkeletonCards } from './skeleton-rows.tsx';
import { useCurrentRow } from './use-current-row.ts';
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
  /** `oneTabStop` where cells hold links and rows don't open, so that Tab passes them in one step. */
  linkKeys?: RefCallback<HTMLElement> | undefined;
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

/** The cards of a DataList, each of which opens on a click; j and k move between their buttons. */
function DataCards<Row>(props: ShownListProps<Row>) {
  const { label, rows, rowKey, onOpen, onChoose, linkKeys, tick } = props;
  const onPress = tick ? onChoose : onOpen;
  const { current, enter } = useCurrentRow(rows.map(rowKey));
  return (
    <div ref={linkKeys} className="column gap-5" role="group" aria-label={label}>
      {rows.length === 0 && <SkeletonCards cards={props.skeletons} />}
      {rows.map((row, index) => (
        <article
          key={rowKey(row)}
          className={classNames(css['card'], tick && css['ticked'])}
          data-row={onOpen && rowKey(row)}
          data-fresh={props.fresh.includes(rowKey(row)) || undefined}
          aria-current={onOpen !== undefined && index === current ? true : undefined}
          onFocus={() => enter(rowKey(row))}
          onClick={(event) => {
            if (belongsToRow(event.target, event.currentTarget)) onPress?.(row);
          }}
        >
          {tick?.(row)}
          <CardContent row={row} render={props.renderCard} />
        </article>
      ))}
    </div>
  );
}

interface CardContentProps<Row> {
  row: Row;
  render: (row: Row) => ReactNode;
}

/** The content of a card, drawn anew only for another row. */
const CardContent = memo(DrawnCard) as typeof DrawnCard;

function DrawnCard<Row>({ row, render }: CardContentProps<Row>): ReactNode {
  return render(row);
}
