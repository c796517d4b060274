import type { ReactNode } from 'react';
import { useMay } from '#web/api/store-hooks.ts';
import { Checklist } from '#web/ui/fields/checklist.tsx';
import css from './collision-form.module.css';
import type { Condition } from './rules.ts';

interface PointsAsideProps {
  conditions: readonly Condition[];
  /** Submit, at the foot. */
  children: ReactNode;
}

/** Beside the form at a desk: what is missing, and Submit. */
export function PointsAside({ conditions, children }: PointsAsideProps) {
  const allowed = useMay('record a collision');
  return (
    <aside className={css['side']} aria-label="Submit">
      <div className={css['sideInner']}>
        {allowed && (
          <Checklist points={conditions.map(({ met, ...point }) => ({ ...point, done: met }))} />
        )}
        {children}
      </div>
    </aside>
  );
}
