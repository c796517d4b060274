import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from '../theme/class-names.ts';
import css from './field.module.css';
import { FieldError, hasError } from './field.tsx';

export interface CheckFieldProps extends Omit<ComponentProps<'input'>, 'type' | 'className'> {
  label: ReactNode;
  error?: ReactNode;
  className?: string | undefined;
}

/** A checkbox with its label at the right; all props of `<input>` pass through. */
export function CheckField({ label, error, className, id, ...input }: CheckFieldProps) {
  const ownId = useId();
  const ident = id ?? ownId;
  const invalid = hasError(error);
  return (
    <div className={className}>
      <label className={classNames('row gap-5', css['check'])} htmlFor={ident}>
        <input
          {...input}
          id={ident}
          type="checkbox"
          className={css['tick']}
          aria-invalid={invalid || undefined}
          aria-describedby={invalid ? `${ident}-error` : undefined}
        />
        <span>{label}</span>
      </label>
      {invalid && <FieldError id={`${ident}-error`}>{error}</FieldError>}
    </div>
  );
}
