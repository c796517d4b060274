import type { ReactNode } from 'react';
import css from './detail.module.css';

interface DetailHeadProps {
  /** What it is known by, such as its plate. */
  mark: ReactNode;
  name: string;
  /** Under the name: reference, state. */
  children: ReactNode;
}

/** The head of a record over its list. */
export function DetailHead({ mark, name, children }: DetailHeadProps) {
  return (
    <div className={css['head']}>
      {mark}
      <div className={css['who']}>
        <h2>{name}</h2>
        <div className="row wrap gap-5 tight">{children}</div>
      </div>
    </div>
  );
}

/** A record over its list, with its facts beside it at a desk and under it elsewhere. */
export function DetailBody({ facts, children }: { facts: ReactNode; children: ReactNode }) {
  return (
    <div className={css['columns']}>
      <div className={css['main']}>{children}</div>
      <div className={css['facts']}>{facts}</div>
    </div>
  );
}

/** What follows in a record. */
export function DetailHeading({ children }: { children: string }) {
  return <h3 className={css['heading']}>{children}</h3>;
}
