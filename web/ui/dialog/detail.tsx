import type { ReactNode } from 'react';
import { classNames } from '../theme/class-names.ts';
import css from './detail.module.css';

interface DetailHeadProps {
  /** The record's mark, such as its plate. */
  mark: ReactNode;
  name: string;
  /** Under the name: reference, state. */
  children: ReactNode;
}

/** The head of a record that is open over its list. */
export function DetailHead({ mark, name, children }: DetailHeadProps) {
  return (
    <div className={classNames('row wrap', css['head'])}>
      {mark}
      <div className={css['who']}>
        <h2>{name}</h2>
        <div className="row wrap gap-5 tight">{children}</div>
      </div>
    </div>
  );
}

/** The body of a record, with its facts at the side on a wide screen and below on others. */
export function DetailBody({ facts, children }: { facts: ReactNode; children: ReactNode }) {
  return (
    <div className={css['columns']}>
      <div className={css['main']}>{children}</div>
      <div className={css['facts']}>{facts}</div>
    </div>
  );
}

/** A heading within the body of a record. */
export function DetailHeading({ children }: { children: string }) {
  return <h3 className={classNames('heading', css['heading'])}>{children}</h3>;
}
