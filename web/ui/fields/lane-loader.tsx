import type { ReactNode } from 'react';
import css from './lane-loader.module.css';

/** Yellow dashes travelling along a lane, 3 px high; it keeps its place when not active. */
export function LaneLoader({ active }: { active: boolean }) {
  return (
    <div className={css['lane']}>
      {active && <div className={css['dashes']} role="progressbar" aria-label="Loading" />}
    </div>
  );
}

/** A short lane with words beside it, announced politely. */
export function LaneNote({ children }: { children: ReactNode }) {
  return (
    <span className={css['inline']} role="status">
      <span className={css['lane']} aria-hidden>
        <span className={css['dashes']} />
      </span>
      {children}
    </span>
  );
}
