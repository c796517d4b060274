import { type ReactNode, useId } from 'react';
import { classNames } from '../theme/class-names.ts';
import css from './facts.module.css';

export interface Fact {
  label: string;
  /** A fact without a value is left out. */
  value: ReactNode;
}

export interface FactsProps {
  title: string;
  facts: readonly Fact[];
}

/** A titled group of labels and values; thin lines separate several groups. */
export function Facts({ title, facts }: FactsProps) {
  const id = useId();
  return (
    <section className={css['facts']} aria-labelledby={id}>
      <h3 id={id} className="body">
        {title}
      </h3>
      <dl className={css['list']}>
        {facts
          .filter(({ value }) => value != null && value !== '' && value !== false)
          .map(({ label, value }) => [
            <dt key={`${label} label`} className="quiet">
              {label}
            </dt>,
            <dd key={label} className={classNames('anywhere', css['value'])}>
              {value}
            </dd>,
          ])}
      </dl>
    </section>
  );
}
