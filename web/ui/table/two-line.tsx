import type { ReactNode } from 'react';
import { classNames } from '../theme/class-names.ts';
import css from './two-line.module.css';

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
    <div className={css['two']}>
      <span className={classNames(strong && 'strong')}>{children}</span>
      {second != null && (
        <span className={classNames(css['second'], keep && css['kept'])}>{second}</span>
      )}
    </div>
  );
}
