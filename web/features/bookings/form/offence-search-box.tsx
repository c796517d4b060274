import { IconSearch } from '@tabler/icons-react';
import type { ControlProps } from '#web/ui/fields/field.tsx';
import css from './offence-picker.module.css';
import { optionId, type OffencePicker } from './use-offence-picker.ts';

export const offenceListId = 'offence-options';

export interface OffenceSearchBoxProps {
  picker: OffencePicker;
  /** The control's place in its field; without one the box names itself. */
  control?: ControlProps | undefined;
  autoFocus?: boolean | undefined;
}

/** The one search over all offences: arrow keys move, Enter adds, and the focus stays here. */
export function OffenceSearchBox({ picker, control, autoFocus = false }: OffenceSearchBoxProps) {
  const { query, matches, size, current } = picker;
  const placeholder = size === 0 ? 'Search offences' : `Search ${size} offences`;
  return (
    <div className={css['box']} data-invalid={control?.['aria-invalid']}>
      <IconSearch size={18} aria-hidden />
      <input
        {...control}
        {...(!control && { 'aria-label': placeholder })}
        className={css['input']}
        type="text"
        role="combobox"
        // Without the catalogue there is no list to lead to.
        aria-expanded={size > 0}
        aria-autocomplete="list"
        aria-controls={size > 0 ? offenceListId : undefined}
        aria-activedescendant={current ? optionId(current) : undefined}
        // Escape empties the search before it closes the form.
        data-mantine-stop-propagation={query !== ''}
        placeholder={placeholder}
        value={query}
        autoComplete="off"
        autoCapitalize="none"
        autoFocus={autoFocus}
        spellCheck={false}
        enterKeyHint="enter"
        onChange={(event) => picker.search(event.currentTarget.value)}
        onKeyDown={picker.onKeyDown}
      />
      <span className={css['count']} role="status">
        {query !== '' && `${matches.length} of ${size}`}
      </span>
    </div>
  );
}
