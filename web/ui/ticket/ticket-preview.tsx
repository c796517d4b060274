import type { ReactNode } from 'react';
import { classNames } from '../theme/class-names.ts';
import css from './ticket-preview.module.css';

export interface TicketPreviewProps {
  title: string;
  /** At the right of the title, such as a plate. */
  mark?: ReactNode;
  children: ReactNode;
  totalLabel: ReactNode;
  /** Announced politely when it changes. */
  total: ReactNode;
}

/** The ticket as it will be printed, with its total below a perforation. */
export function TicketPreview({ title, mark, children, totalLabel, total }: TicketPreviewProps) {
  return (
    <section className={css['ticket']} aria-label={title}>
      <div className={css['body']}>
        <div className="row gap-4">
          <h3 className="body grow">{title}</h3>
          {mark}
        </div>
        {children}
      </div>
      <div className={css['perforation']} />
      <div className={classNames('flex wrap baseline', css['total'])} role="status">
        <span>{totalLabel}</span>
        <b>{total}</b>
      </div>
    </section>
  );
}
