import { type ReactNode, useId } from 'react';
import { classNames } from '../theme/class-names.ts';
import css from './card.module.css';

export interface CardProps {
  /** A heading inside the card; without one give `label`. */
  title?: string | undefined;
  label?: string | undefined;
  /** At the right of the title. */
  aside?: ReactNode;
  children: ReactNode;
  /** Without border and background on a phone, for lists whose rows are cards there. */
  bareOnPhone?: boolean | undefined;
  className?: string | undefined;
}

/** A surface with a thin border. Don't put cards into cards. */
export function Card({ title, label, aside, children, bareOnPhone, className }: CardProps) {
  const id = useId();
  return (
    <section
      className={classNames(css['card'], bareOnPhone && css['bareOnPhone'], className)}
      aria-label={title === undefined ? label : undefined}
      aria-labelledby={title === undefined ? undefined : id}
    >
      {title !== undefined && (
        <header className={classNames('row wrap', css['head'])}>
          <h2 id={id} className="heading">
            {title}
          </h2>
          {aside}
        </header>
      )}
      {children}
    </section>
  );
}
