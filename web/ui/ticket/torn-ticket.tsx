import type { ReactNode } from 'react';
import css from './torn-ticket.module.css';

export interface TornTicketProps {
  title: string;
  /** At the right of the title, such as a plate. */
  mark?: ReactNode;
  children: ReactNode;
  totalLabel: ReactNode;
  /** Announced politely when it changes. */
  total: ReactNode;
}

/** The ticket as it will be printed, torn from its total. Stands on the canvas ground. */
export function TornTicket({ title, mark, children, totalLabel, total }: TornTicketProps) {
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
      <div className={css['total']} role="status">
        <span>{totalLabel}</span>
        <b>{total}</b>
      </div>
    </section>
  );
}
