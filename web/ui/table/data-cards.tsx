import { memo, type ReactNode } from 'react';
import { classNames } from '../theme/class-names.ts';
import css from './data-list.module.css';
import type { ShownListProps } from './data-list.tsx';
import { belongsToRow } from './row-click.ts';
import { SkeletonCards } from './skeleton-rows.tsx';
import { useCurrentRow } from './use-current-row.ts';

/** The cards of a DataList, each of which opens on a click; j and k move between their buttons. */
export function DataCards<Row>(props: ShownListProps<Row>) {
  const { rows, rowKey, onOpen, onChoose, tick } = props;
  const onPress = tick ? onChoose : onOpen;
  const { current, enter } = useCurrentRow(rows.map(rowKey));
  return (
    <div className="column gap-5" role="group" aria-label={props.label}>
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
