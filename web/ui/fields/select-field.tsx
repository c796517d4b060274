import { Select } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import css from './field.module.css';
import { ErrorText, Field, type FieldProps, hasError } from './field.tsx';

export interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean;
}

export interface SelectFieldProps extends FieldProps {
  /** Texts, or values with labels. */
  options: readonly (string | SelectOption)[];
  /** The chosen value; null for none. */
  value?: string | null | undefined;
  onChange?: ((value: string | null) => void) | undefined;
  onBlur?: (() => void) | undefined;
  /** Type to narrow the list. */
  searchable?: boolean | undefined;
  /** Offers to clear the choice. */
  clearable?: boolean | undefined;
  disabled?: boolean | undefined;
  placeholder?: string | undefined;
  name?: string | undefined;
  /** Shown when the search finds nothing. */
  nothingFound?: string | undefined;
}

/** A choice of one from a list. */
export function SelectField(props: SelectFieldProps) {
  const { label, hint, error, optional, note, aside, id, className, options, ...rest } = props;
  const { value, onChange, nothingFound } = rest;
  return (
    <Field
      label={label}
      optional={optional}
      note={note}
      aside={aside}
      id={id}
      className={className}
    >
      {({ id: controlId }) => (
        <Select
          id={controlId}
          description={hint}
          error={hasError(error) ? <ErrorText>{error}</ErrorText> : null}
          inputWrapperOrder={['description', 'input', 'error']}
          data={[...options]}
          {...(value !== undefined && { value })}
          onChange={(chosen) => onChange?.(chosen)}
          onBlur={() => rest.onBlur?.()}
          searchable={rest.searchable ?? false}
          clearable={rest.clearable ?? false}
          disabled={rest.disabled ?? false}
          placeholder={rest.placeholder}
          name={rest.name}
          autoComplete="off"
          nothingFoundMessage={nothingFound ?? 'Nothing found'}
          rightSection={<IconChevronDown size={16} stroke={2} aria-hidden />}
          rightSectionPointerEvents={rest.clearable ? 'all' : 'none'}
          classNames={{ description: css['hint'] ?? '', error: css['error'] ?? '' }}
        />
      )}
    </Field>
  );
}
