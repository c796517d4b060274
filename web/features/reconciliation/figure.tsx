import { Link } from 'react-router';
import type { Figure as Counted, ReconciledBy } from '#contract/reconciliation.ts';
import { count, exactNaira } from '#web/format/money.ts';
import { counted, type Measure, measureWords } from './measures.ts';
import css from './reconciliation.module.css';

export interface FigureProps {
  measure: Measure;
  by: ReconciledBy;
  figure: Counted;
  /** What it is of, such as a day, for those who only hear it. */
  of: string;
  /** Where its bookings are; undefined for nowhere. */
  to: string | undefined;
}

/** An amount with how many it is of; it opens them. */
export function Figure({ measure, by, figure, of, to }: FigureProps) {
  if (figure.count === 0) return <span className={css['none']}>0</span>;
  const amount = exactNaira(figure.amount);
  const told = counted(by, measure, figure.count);
  return (
    <span className={css['figure']}>
      {to === undefined ? (
        <b>{amount}</b>
      ) : (
        <Link to={to} aria-label={`${measureWords[measure]}, ${of}: ${told}, ${amount}`}>
          {amount}
        </Link>
      )}
      <span className={css['many']}>{count(figure.count)}</span>
    </span>
  );
}
