import type { ReactNode } from 'react';
import { classNames } from '../theme/class-names.ts';
import css from './loading-bar.module.css';

/** Moving yellow dashes, 3 px high; they keep their place when not active. */
export function LoadingBar({ active }: { active: boolean }) {
  return (
    <div className={css['bar']}>{active && <div role="progressbar" aria-label="Loading" />}</div>
  );
}

/** A short loading bar with words beside it, announced politely. */
export function LoadingNote({ children }: { children: ReactNode }) {
  return (
    <span className="inline-row gap-4 small quiet" role="status">
      <span className={classNames(css['bar'], css['short'])} aria-hidden>
        <span />
      </span>
      {children}
    </span>
  );
}
