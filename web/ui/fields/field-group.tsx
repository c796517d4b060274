import { type ReactNode, useId } from 'react';
import css from './field.module.css';

export interface FieldGroupProps {
  label: string;
  hint?: string | undefined;
  optional?: boolean | undefined;
  children: ReactNode;
}

/** Several controls under one label, such as the ways to choose a file. */
export function FieldGroup({ label, hint, optional, children }: FieldGroupProps) {
  const id = useId();
  return (
    <div className="column narrow" role="group" aria-labelledby={id}>
      <p className={css['head']} id={id}>
        <span className={css['label']}>
          {label}
          {optional && <span className={css['note']}> (optional)</span>}
        </span>
      </p>
      {hint !== undefined && <p className={css['hint']}>{hint}</p>}
      {children}
    </div>
  );
}
