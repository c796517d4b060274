import type { ReactNode } from 'react';
import { VisuallyHidden } from '../controls/visually-hidden.tsx';
import { classNames } from '../theme/class-names.ts';
import css from './ticket-badge.module.css';

/** issued: yellow. paid: green. done: dark. crash: red. plain: pale blue. void: an outline. */
export type BadgeKind = 'issued' | 'paid' | 'done' | 'crash' | 'plain' | 'void';

export interface TicketBadgeProps {
  kind: BadgeKind;
  /** A Tabler icon of size 14. */
  icon: ReactNode;
  label: string;
  /** The part behind the perforation. */
  body?: ReactNode;
  /** The body for screen readers, such as "12,000 naira". */
  spoken?: string | undefined;
}

/** A record in one line, drawn like a torn ticket: its state, then what matters most. */
export function TicketBadge({ kind, icon, label, body, spoken }: TicketBadgeProps) {
  const torn = body != null;
  return (
    <span className={classNames('tiny strong nowrap', css['badge'], kind)}>
      <span className={classNames('inline-row flex-none', css['label'], torn && css['torn'])}>
        {icon}
        {label}
      </span>
      {torn && (
        <>
          <VisuallyHidden>, {spoken}</VisuallyHidden>
          <span
            className={classNames('truncate', css['body'])}
            aria-hidden={spoken === undefined ? undefined : true}
          >
            {body}
          </span>
        </>
      )}
    </span>
  );
}
