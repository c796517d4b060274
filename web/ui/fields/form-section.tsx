import type { ReactNode } from 'react';
import { classNames } from '../theme/class-names.ts';
import css from './form-section.module.css';
import { SectionLetter } from './section-letter.tsx';

export interface FormSectionProps {
  /** The target of SectionNav's links. */
  id: string;
  letter: string;
  title: string;
  hint?: ReactNode;
  children: ReactNode;
}

/** A lettered section of a long form. */
export function FormSection({ id, letter, title, hint, children }: FormSectionProps) {
  return (
    <section id={id} className={css['section']} aria-labelledby={`${id}-title`}>
      <header className={classNames('row wrap', css['head'])}>
        <SectionLetter letter={letter} />
        <h3 id={`${id}-title`} tabIndex={-1}>
          {title}
        </h3>
        {hint != null && <span className={classNames('small quiet', css['hint'])}>{hint}</span>}
      </header>
      {children}
    </section>
  );
}

export interface FieldGridProps {
  children: ReactNode;
  /** One column on a phone. */
  stacking?: boolean;
  className?: string | undefined;
}

/** Two equal columns for fields; wrap what needs the whole width in `<FullRow>`. */
export function FieldGrid({ children, stacking = false, className }: FieldGridProps) {
  return (
    <div className={classNames(css['grid'], stacking && css['stacking'], className)}>
      {children}
    </div>
  );
}

/** The whole width of a FieldGrid. */
export function FullRow({ children }: { children: ReactNode }) {
  return <div className={css['full']}>{children}</div>;
}
