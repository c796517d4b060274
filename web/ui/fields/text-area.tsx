import type { ComponentProps } from 'react';
import { classNames } from '../theme/class-names.ts';
import css from './field.module.css';
import { Field, type FieldProps, hasError } from './field.tsx';

export interface TextAreaProps
  extends Omit<ComponentProps<'textarea'>, keyof FieldProps | 'className'>, FieldProps {}

/** Several lines of text; all props of `<textarea>` pass through. */
export function TextArea(props: TextAreaProps) {
  const { label, hint, error, optional, note, aside, id, className, rows = 3, ...area } = props;
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
          data-disabled={area.disabled === true || undefined}
        >
          <textarea {...area} {...control} rows={rows} />
        </div>
      )}
    </Field>
  );
}
