import { UnstyledButton } from '@mantine/core';
import type { Say } from '#contract/language.ts';
import { useSay } from '#web/device/language.ts';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { asTyped } from '#web/ui/fields/as-typed.ts';
import { type ControlProps, Field } from '#web/ui/fields/field.tsx';
import { IconArrowLeft, IconSearch } from '#web/ui/icons.ts';
import { classNames } from '#web/ui/theme/class-names.ts';
import { OffenceGroups, OffenceOptions } from './offence-list.tsx';
import css from './offence-picker.module.css';
import type { CatalogueState } from './use-catalogue.ts';
import {
  nearestListId,
  offenceListId,
  type OffencePicker,
  optionId,
} from './use-offence-picker.ts';

/** The id of the control with which offences are added. */
export const offenceFieldId = 'booking-offence';

interface OffenceFieldProps {
  picker: OffencePicker;
  catalogue: CatalogueState;
  error: string | undefined;
  /** Opens the picker over the whole screen of a phone; null where it is shown in place. */
  onOpen: (() => void) | null;
}

/** The offences of the booking, picked from the catalogue. */
export function OffenceField(props: OffenceFieldProps) {
  const { picker, catalogue, error, onOpen } = props;
  const say = useSay();
  return (
    <div>
      <Field label={say('Offences')} id={offenceFieldId} error={error}>
        {(control) =>
          onOpen === null ? (
            <OffenceSearchBox picker={picker} control={control} />
          ) : (
            <UnstyledButton
              {...control}
              className={css['box']}
              aria-haspopup="dialog"
              onClick={onOpen}
            >
              <IconSearch size={18} aria-hidden />
              {searchWords(picker.size, say)}
            </UnstyledButton>
          )
        }
      </Field>
      {onOpen === null && (
        <div className={css['below']}>
          <OffenceGroups picker={picker} />
          <OffenceOptions picker={picker} catalogue={catalogue} />
        </div>
      )}
    </div>
  );
}

const searchWords = (size: number, say: Say): string =>
  size === 0 ? say('Search offences') : say('Search {number} offences', { number: size });

interface OffenceScreenProps {
  picker: OffencePicker;
  catalogue: CatalogueState;
  onBack: () => void;
}

/** The picker over the whole screen of a phone; search and groups stay in view. */
export function OffenceScreen({ picker, catalogue, onBack }: OffenceScreenProps) {
  const say = useSay();
  return (
    <div>
      <div className={css['screenHead']}>
        <div className={classNames('row gap-2', css['screenSearch'])}>
          <IconButton
            label={say('Back to the form')}
            icon={<IconArrowLeft size={22} aria-hidden />}
            onClick={onBack}
          />
          <OffenceSearchBox picker={picker} autoFocus />
        </div>
        <OffenceGroups picker={picker} />
      </div>
      <OffenceOptions picker={picker} catalogue={catalogue} />
    </div>
  );
}

interface OffenceSearchBoxProps {
  picker: OffencePicker;
  /** The props that connect it with its field; without a field it gets a label of its own. */
  control?: ControlProps | undefined;
  autoFocus?: boolean | undefined;
}

/** The one search over all offences: arrow keys move, Enter adds, and the focus stays here. */
function OffenceSearchBox({ picker, control, autoFocus = false }: OffenceSearchBoxProps) {
  const { query, matches, isFound, size, current } = picker;
  const say = useSay();
  const showsNearest = !isFound && matches.length > 0;
  const placeholder = searchWords(size, say);
  return (
    <div className={css['box']}>
      <IconSearch size={18} aria-hidden />
      <input
        {...control}
        {...(!control && { 'aria-label': placeholder })}
        className={css['input']}
        type="text"
        role="combobox"
        // Until the catalogue is loaded there is no list that it could control.
        aria-expanded={size > 0}
        aria-autocomplete="list"
        aria-controls={size > 0 ? (showsNearest ? nearestListId : offenceListId) : undefined}
        aria-activedescendant={current ? optionId(current) : undefined}
        // Escape empties the search before it closes the form.
        data-mantine-stop-propagation={query !== ''}
        placeholder={placeholder}
        value={query}
        autoComplete="off"
        autoCapitalize="none"
        {...asTyped}
        autoFocus={autoFocus}
        enterKeyHint="enter"
        onChange={(event) => picker.search(event.currentTarget.value)}
        onKeyDown={picker.onKeyDown}
      />
      <span className={css['count']} role="status">
        {query !== '' &&
          say('{number} of {all}', { number: isFound ? matches.length : 0, all: size })}
      </span>
    </div>
  );
}
