import type { ComponentProps } from 'react';
import { IconChevronDown } from '#web/ui/icons.ts';
import { classNames } from '../theme/class-names.ts';
import css from './field.module.css';
import { Field, type FieldProps } from './field.tsx';

interface ChoiceFieldProps extends FieldProps, Omit<ComponentProps<'select'>, keyof FieldProps> {
  options: readonly { readonly value: string; readonly label: string }[];
}

/** A choice by the device's own list, for pages that come before the libraries of the screens. */
export function ChoiceField(props: ChoiceFieldProps) {
  const { label, hint, error, id, className, options, ...select } = props;
  return (
    <Field label={label} hint={hint} error={error} id={id} className={className}>
      {(control) => (
        <span className={classNames('select-box', css['choice'])}>
          <select {...select} {...control}>
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <IconChevronDown size={16} stroke={2} aria-hidden />
        </span>
      )}
    </Field>
  );
}
