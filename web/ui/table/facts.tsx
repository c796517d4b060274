import { useId, type ReactNode } from 'react';
import css from './facts.module.css';

export interface Fact {
  label: string;
  /** Left out entirely when null or undefined. */
  value: ReactNode;
}

export interface FactsProps {
  title: string;
  facts: readonly Fact[];
}

/** A titled group of labels and values; several stand under one another with hairlines between. */
export function Facts({ title, facts }: FactsProps) {
  const id = useId();
  return (
    <section className={css['facts']} aria-labelledby={id}>
      <h3 id={id} className="body">
        {title}
      </h3>
      <dl className={css['list']}>
        {facts
          .filter(({ value }) => value != null && value !== '')
          .map(({ label, value }) => [
            <dt key={`${label} label`} className="quiet">
              {label}
            </dt>,
            <dd key={label} className={css['value']}>
              {value}
            </dd>,
          ])}
      </dl>
    </section>
  );
}
