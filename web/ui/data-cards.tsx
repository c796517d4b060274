import { classNames } from './class-names.ts';
import type { DataListProps } from './data-list.tsx';
import css from './data-list.module.css';
import { belongsToRow } from './row-click.ts';
import { SkeletonCards } from './skeleton-rows.tsx';

/** The cards of a DataList: articles, each opening as a whole. */
export function DataCards<Row>(props: DataListProps<Row>) {
  const { rows, rowKey, onOpen } = props;
  return (
    <div className={css['cards']} role="group" aria-label={props.label}>
      {rows.length === 0 && <SkeletonCards cards={props.skeletons} />}
      {rows.map((row) => (
        <article
          key={rowKey(row)}
          className={classNames(css['card'])}
          onClick={(event) => {
            if (belongsToRow(event.target, event.currentTarget)) onOpen?.(row);
          }}
        >
          {props.renderCard(row)}
        </article>
      ))}
    </div>
  );
}
