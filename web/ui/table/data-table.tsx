import { type KeyboardEvent, memo, type ReactNode, useRef } from 'react';
import { wholeDates } from '#web/format/whole-dates.tsx';
import { IconArrowDown, IconArrowUp } from '#web/ui/icons.ts';
import { classNames } from '../theme/class-names.ts';
import css from './data-list.module.css';
import type { Column, ShownListProps } from './data-list.tsx';
import { belongsToRow } from './row-click.ts';
import { SkeletonRows } from './skeleton-rows.tsx';
import { useCurrentRow } from './use-current-row.ts';

/** The table of a DataList. One row at a time is in the tab order. */
export function DataTable<Row>(props: ShownListProps<Row>) {
  const { label, columns, rows, rowKey, onOpen, onChoose, linkKeys, tick } = props;
  const { density = 'comfortable' } = props;
  const onPress = tick ? onChoose : onOpen;
  const body = useRef<HTMLTableSectionElement>(null);
  const { current, tabStop, enter } = useCurrentRow(rows.map(rowKey));

  return (
    <table ref={linkKeys} className={css['table']} data-density={density} aria-label={label}>
      <thead>
        <tr>
          {tick && <HeaderCell column={{ key: 'tick', header: 'Select', width: 72 }} />}
          {columns.map((column) => (
            <HeaderCell key={column.key} column={column} />
          ))}
        </tr>
      </thead>
      <tbody ref={body}>
        {rows.length === 0 && <SkeletonRows columns={columns.length} rows={props.skeletons} />}
        {rows.map((row, index) => (
          <tr
            key={rowKey(row)}
            className={classNames(onOpen && 'clickable', onOpen && css['row'])}
            data-row={onOpen && rowKey(row)}
            data-fresh={props.fresh.includes(rowKey(row)) || undefined}
            tabIndex={onOpen === undefined ? undefined : index === tabStop ? 0 : -1}
            aria-current={onOpen !== undefined && index === current ? true : undefined}
            onFocus={() => enter(rowKey(row))}
            onClick={(event) => {
              if (belongsToRow(event.target, event.currentTarget)) onPress?.(row);
            }}
            onKeyDown={(event) =>
              moveBetweenRows(event, {
                index,
                count: rows.length,
                go: (target) => body.current?.rows[target]?.focus(),
                open: () => onOpen?.(row),
                choose: onChoose && (() => onChoose(row)),
              })
            }
          >
            {tick && <td>{tick(row)}</td>}
            <Cells row={row} columns={columns} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface CellsProps<Row> {
  row: Row;
  columns: readonly Column<Row>[];
}

/** The cells of a row, drawn anew only for another row or other columns. */
const Cells = memo(DrawnCells, haveSameCells) as typeof DrawnCells;

function DrawnCells<Row>({ row, columns }: CellsProps<Row>): ReactNode {
  return columns.map(({ key, align, width, cell }) => (
    <td
      key={key}
      className={classNames(align === 'end' && css['end'], width !== undefined && css['narrow'])}
    >
      {wholeDates(cell(row))}
    </td>
  ));
}

function haveSameCells(before: CellsProps<unknown>, now: CellsProps<unknown>): boolean {
  return (
    before.row === now.row &&
    before.columns.length === now.columns.length &&
    now.columns.every(({ key, cell, align, width }, index) => {
      const known = before.columns[index];
      return (
        known?.key === key && known.cell === cell && known.align === align && known.width === width
      );
    })
  );
}

function HeaderCell<Row>({ column }: { column: Omit<Column<Row>, 'cell'> }) {
  const { header, width, align, sorted, onSort } = column;
  const arrow =
    sorted === undefined ? null : sorted === 'ascending' ? (
      <IconArrowUp size={14} stroke={2.4} aria-hidden />
    ) : (
      <IconArrowDown size={14} stroke={2.4} aria-hidden />
    );
  return (
    <th
      scope="col"
      aria-sort={sorted}
      className={classNames(align === 'end' && css['end'], sorted && css['sorted'])}
      style={width === undefined ? undefined : { width }}
    >
      {onSort === undefined ? (
        <span className={classNames('inline-row', css['sort'])}>
          {header}
          {arrow}
        </span>
      ) : (
        <button type="button" className={classNames('inline-row', css['sort'])} onClick={onSort}>
          {header}
          {arrow}
        </button>
      )}
    </th>
  );
}

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * The keys of a list whose rows can be focused: arrows move, Home and End jump, Enter opens, Space
 * chooses. Keys pressed in a row's own buttons are ignored.
 */
function moveBetweenRows(
  event: KeyboardEvent<HTMLElement>,
  place: {
    index: number;
    count: number;
    go: (index: number) => void;
    open: () => void;
    choose?: (() => void) | undefined;
  },
): void {
  if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey)
    return;
  const { index, count, go, open, choose } = place;
  const step = steps[event.key];
  let target: number | undefined;
  if (step !== undefined) target = index + step;
  else if (event.key === 'Home') target = 0;
  else if (event.key === 'End') target = count - 1;
  if (target !== undefined) {
    event.preventDefault();
    go(Math.max(0, Math.min(count - 1, target)));
  } else if (event.key === 'Enter') {
    event.preventDefault();
    open();
  } else if (event.key === ' ' && choose) {
    event.preventDefault();
    choose();
  }
}
