import type { ReactNode } from 'react';
import { classNames } from '../theme/class-names.ts';
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

/** Says why there is nothing to show, and offers the next step. */
export function EmptyState({ icon, heading, children, action }: EmptyStateProps) {
  return (
    <div className={classNames('column align-start gap-2', css['empty'])}>
      <span className="quiet" aria-hidden>
        {icon}
      </span>
      <h2 className="heading">{heading}</h2>
      {children != null && <p className="quiet">{children}</p>}
      {action != null && <div>{action}</div>}
    </div>
  );
}
