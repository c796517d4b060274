import { useId, type ComponentProps, type ReactNode } from 'react';
import { FieldError, hasError } from './field.tsx';
import css from './field.module.css';

export interface CheckFieldProps extends Omit<ComponentProps<'input'>, 'type' | 'className'> {
  label: ReactNode;
  error?: ReactNode;
  className?: string | undefined;
}

/** A tick box with its label at the right; all props of `<input>` pass through. */
export function CheckField({ label, error, className, id, ...input }: CheckFieldProps) {
  const ownId = useId();
  const ident = id ?? ownId;
  const invalid = hasError(error);
  return (
    <div className={className}>
      <label className={css['check']} htmlFor={ident}>
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
