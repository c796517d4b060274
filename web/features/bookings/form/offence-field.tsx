import { IconSearch } from '@tabler/icons-react';
import { Field } from '#web/ui/fields/field.tsx';
import { fieldId } from './draft.ts';
import { OffenceGroups } from './offence-groups.tsx';
import { OffenceOptions } from './offence-options.tsx';
import css from './offence-picker.module.css';
import { OffenceSearchBox } from './offence-search-box.tsx';
import type { CatalogueState } from './use-catalogue.ts';
import type { OffencePicker } from './use-offence-picker.ts';

export interface OffenceFieldProps {
  picker: OffencePicker;
  catalogue: CatalogueState;
  error: string | undefined;
  /** On a phone: opens the picker over the whole screen instead of showing it in place. */
  onOpen: (() => void) | null;
}

/** The offences of the booking, picked from the catalogue. */
export function OffenceField(props: OffenceFieldProps) {
  const { picker, catalogue, error, onOpen } = props;
  return (
    <div>
      <Field label="Offences" id={fieldId('offence')} error={error}>
        {(control) =>
          onOpen === null ? (
            <OffenceSearchBox picker={picker} control={control} />
          ) : (
            <button
              {...control}
              type="button"
              className={css['opener']}
              aria-haspopup="dialog"
              onClick={onOpen}
            >
              <IconSearch size={18} aria-hidden />
              {picker.size === 0 ? 'Search offences' : `Search ${picker.size} offences`}
            </button>
          )
        }
      </Field>
      {onOpen === null && (
        <div className={css['inline']}>
          <OffenceGroups picker={picker} />
          <OffenceOptions picker={picker} catalogue={catalogue} />
        </div>
      )}
    </div>
  );
}
