import { type ReactNode, useId } from 'react';
import { useSay } from '../say.ts';
import { classNames } from '../theme/class-names.ts';
import css from './field.module.css';

export interface FieldGroupProps {
  label: string;
  hint?: string | undefined;
  optional?: boolean | undefined;
  children: ReactNode;
}

/** Several controls under one label, such as the ways to choose a file. */
export function FieldGroup({ label, hint, optional, children }: FieldGroupProps) {
  const say = useSay();
  const id = useId();
  return (
    <div className="column shrink" role="group" aria-labelledby={id}>
      <p className={classNames('flex baseline gap-4', css['head'])} id={id}>
        <span className={classNames('body strong', css['label'])}>
          {label}
          {optional && (
            <span className={classNames('quiet', css['note'])}> ({say('optional')})</span>
          )}
        </span>
      </p>
      {hint !== undefined && <p className={classNames('small quiet', css['hint'])}>{hint}</p>}
      {children}
    </div>
  );
}
