import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../theme/class-names.ts';
import { asTyped } from './as-typed.ts';
import css from './field.module.css';
import { Field, type FieldProps, hasError } from './field.tsx';

type InputProps = Omit<ComponentProps<'input'>, keyof FieldProps | 'className'>;

export interface TextFieldProps extends InputProps, FieldProps {
  /** Inside the border, before the text. */
  start?: ReactNode;
  /** Inside the border, after the text: a small button or a count. */
  end?: ReactNode;
}

/** One line of text, left as it was typed; all props of `<input>` pass through (name, type, inputMode, autoComplete …). */
export function TextField(props: TextFieldProps) {
  const { label, hint, error, optional, note, aside, id, className, start, end, ...input } = props;
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      optional={optional}
      note={note}
      aside={aside}
      id={id}
      className={className}
    >
      {(control) => (
        <div
          className={classNames('input-box', css['box'])}
          data-invalid={hasError(error) || undefined}
          data-disabled={input.disabled === true || undefined}
        >
          {start != null && (
            <span className={classNames('row flex-none quiet', css['start'])}>{start}</span>
          )}
          <input {...asTyped} {...input} {...control} />
          {end != null && (
            <span className={classNames('row flex-none quiet', css['end'])}>{end}</span>
          )}
        </div>
      )}
    </Field>
  );
}
