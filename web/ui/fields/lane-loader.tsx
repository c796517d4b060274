import type { ReactNode } from 'react';
import { classNames } from '../theme/class-names.ts';
import css from './lane-loader.module.css';

/** Yellow dashes travelling along a lane, 3 px high; it keeps its place when not active. */
export function LaneLoader({ active }: { active: boolean }) {
  return (
    <div className={css['lane']}>{active && <div role="progressbar" aria-label="Loading" />}</div>
  );
}

/** A short lane with words beside it, announced politely. */
export function LaneNote({ children }: { children: ReactNode }) {
  return (
    <span className="inline gap-4 small quiet" role="status">
      <span className={classNames(css['lane'], css['short'])} aria-hidden>
        <span />
      </span>
      {children}
    </span>
  );
}
