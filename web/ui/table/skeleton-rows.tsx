import { classNames } from '../theme/class-names.ts';
import css from './data-list.module.css';
import cardCss from './list.module.css';

function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, place) => place);
}

/** Table rows in their final height, before the first answer. */
export function SkeletonRows({
  columns,
  rows = 10,
}: {
  columns: number;
  rows?: number | undefined;
}) {
  return upTo(rows).map((row) => (
    <tr key={row} aria-hidden>
      {upTo(columns).map((column) => (
        <td key={column}>
          <span className={classNames('skeleton', css['skeleton'])} />
          <span className={classNames('skeleton', css['skeleton'])} />
        </td>
      ))}
    </tr>
  ));
}

/** Cards in their final height, before the first answer. */
export function SkeletonCards({ cards = 4 }: { cards?: number | undefined }) {
  return upTo(cards).map((card) => (
    <div key={card} className={css['card']} aria-hidden>
      <div className={cardCss['skeleton']}>
        <span className={classNames('skeleton', css['skeleton'])} />
        <span className={classNames('skeleton', css['skeleton'])} />
      </div>
    </div>
  ));
}
