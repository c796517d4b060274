import type { ReactNode } from 'react';
import { classNames } from '../theme/class-names.ts';
import css from './two-line.module.css';

export interface TwoLineProps {
  children: ReactNode;
  second?: ReactNode;
  /** The first line in weight 600. */
  strong?: boolean | undefined;
  /** In a compact list the second line stays, beside the first. */
  keep?: boolean | undefined;
}

/** A table cell of two lines; a compact list hides the second. */
export function TwoLine({ children, second, strong, keep }: TwoLineProps) {
  return (
    <div className={css['two']}>
      <span className={classNames(strong && 'strong')}>{children}</span>
      {second != null && (
        <span className={classNames(css['second'], keep && css['kept'])}>{second}</span>
      )}
    </div>
  );
}
