import type { ReactNode } from 'react';
import { wholeDates } from '#web/format/whole-dates.tsx';
import { classNames } from '../theme/class-names.ts';
import css from './list.module.css';

export interface TwoLineProps {
  children: ReactNode;
  second?: ReactNode;
  /** Makes the first line bold. */
  strong?: boolean | undefined;
  /** Keeps the second line in a compact list, beside the first. */
  keep?: boolean | undefined;
}

/** A table cell of two lines; a compact list hides the second. */
export function TwoLine({ children, second, strong, keep }: TwoLineProps) {
  return (
    <div className={classNames('column align-start shrink gap-1', css['two'])}>
      <span className={classNames(strong && 'strong')}>{wholeDates(children)}</span>
      {second != null && (
        <span className={classNames('small quiet', css['second'], keep && css['kept'])}>
          {wholeDates(second)}
        </span>
      )}
    </div>
  );
}
