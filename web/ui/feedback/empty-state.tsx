import type { ReactNode } from 'react';
import css from './empty-state.module.css';

export interface EmptyStateProps {
  /** A Tabler icon of size 30, stroke 1.5. */
  icon: ReactNode;
  heading: string;
  /** One sentence. */
  children?: ReactNode;
  /** One button. */
  action?: ReactNode;
}

/** Nothing to show: why, and the one next step. */
export function EmptyState({ icon, heading, children, action }: EmptyStateProps) {
  return (
    <div className={css['empty']}>
      <span className={css['icon']} aria-hidden>
        {icon}
      </span>
      <h2 className={css['heading']}>{heading}</h2>
      {children != null && <p className={css['text']}>{children}</p>}
      {action != null && <div className={css['action']}>{action}</div>}
    </div>
  );
}
