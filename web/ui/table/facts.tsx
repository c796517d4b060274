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
  /** 2 right under the title of a screen; without it 3, as in an open record. */
  level?: 2 | 3;
}

/** A titled group of labels and values; thin lines separate several groups. */
export function Facts({ title, facts, level = 3 }: FactsProps) {
  const id = useId();
  const Heading = `h${level}` as const;
  return (
    <section className={css['facts']} aria-labelledby={id}>
      <Heading id={id} className="body">
        {title}
      </Heading>
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
