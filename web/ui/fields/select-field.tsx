import { useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import { IconChevronDown } from '#web/ui/icons.ts';
import { overlays as lazyOverlays } from '../overlay/lazy-overlays.ts';
import { useBack } from '../overlay/use-back.ts';
import { useSay } from '../say.ts';
import { classNames } from '../theme/class-names.ts';
import css from './field.module.css';
import { ErrorText, Field, type FieldProps, hasError } from './field.tsx';
import { TextField } from './text-field.tsx';

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

const arrow = <IconChevronDown size={16} stroke={2} aria-hidden />;

/** A choice of one from a list. Until the list is there, the field shows what is chosen. */
export function SelectField({ id, ...props }: SelectFieldProps) {
  const { label, hint, error, optional, note, aside, className, options, ...rest } = props;
  const { value, onChange, nothingFound } = rest;
  const say = useSay();
  const ownId = useId();
  const fieldId = id ?? ownId;
  const [wanted, setWanted] = useState(false);
  lazyOverlays.use(wanted);
  const overlays = lazyOverlays.useThere();
  const [listed, setListed] = useState(false);
  // Without the focus the list closes.
  useBack(listed, () => document.getElementById(fieldId)?.blur());
  // Draws the field once more when its list is there: only then does Mantine name it in `aria-controls`.
  useDeferredValue(wanted);
  const hasFocus = useRef(false);
  useEffect(() => {
    // The field had the focus before its list was there.
    if (overlays && hasFocus.current) document.getElementById(fieldId)?.focus();
  }, [overlays, fieldId]);

  const frame = { label, optional, note, aside, id: fieldId, className };
  if (!overlays) {
    const option = options.find((one) => typeof one !== 'string' && one.value === value);
    const chosen = typeof option === 'object' ? option.label : (value ?? '');
    return (
      <TextField
        {...frame}
        hint={hint}
        error={error}
        value={chosen}
        placeholder={rest.placeholder}
        disabled={rest.disabled}
        readOnly
        end={arrow}
        onFocus={() => {
          hasFocus.current = true;
          setWanted(true);
        }}
        onBlur={() => (hasFocus.current = false)}
      />
    );
  }
  return (
    <Field {...frame}>
      {({ id: controlId }) => (
        <overlays.Select
          id={controlId}
          description={hint}
          error={hasError(error) ? <ErrorText>{error}</ErrorText> : null}
          inputWrapperOrder={['description', 'input', 'error']}
          data={[...options]}
          {...(value !== undefined && { value })}
          onChange={(chosen) => onChange?.(chosen)}
          // A key that opens the list also chooses in it, so it is there before.
          onFocus={() => setWanted(true)}
          onDropdownOpen={() => {
            setWanted(true);
            setListed(true);
          }}
          onDropdownClose={() => setListed(false)}
          onBlur={() => rest.onBlur?.()}
          // A form has many lists, and drawing and placing those that are never opened holds a phone up.
          comboboxProps={{ shadow: 'md', disabled: !wanted }}
          searchable={rest.searchable ?? false}
          clearable={rest.clearable ?? false}
          disabled={rest.disabled ?? false}
          placeholder={rest.placeholder}
          name={rest.name}
          autoComplete="off"
          nothingFoundMessage={nothingFound ?? say('Nothing found')}
          rightSection={arrow}
          rightSectionPointerEvents={rest.clearable ? 'all' : 'none'}
          classNames={{
            description: classNames('small quiet', css['hint']),
            error: classNames('flex align-start gap-3 small strong', css['error']),
          }}
        />
      )}
    </Field>
  );
}
