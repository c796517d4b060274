import { noPlate } from '#contract/identities.ts';
import { useSay } from '#web/device/language.ts';
import { capitals, nextKey } from '#web/forms/record/inputs.ts';
import type { RecordFormState } from '#web/forms/record/use-record-form.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { useScreen } from '#web/ui/theme/use-screen.ts';
import css from './booking-form.module.css';
import type { BookingDraft } from './draft.ts';
import { KnownField } from './known-field.tsx';
import { NoneButton } from './none-button.tsx';
import { fieldInput } from './plain-fields.tsx';

/** The registration of section C above all sections: what is known of a plate fills in the rest. */
export function PlateFirst({ form }: { form: RecordFormState<BookingDraft> }) {
  const say = useSay();
  const phone = useScreen('phone');
  const isNew = form.offers.length === 0 && !form.restored && !form.mending;
  return (
    <div className={css['plateFirst']}>
      <KnownField form={form} of="plate">
        <TextField
          {...nextKey}
          {...fieldInput(form, 'registration', say)}
          {...capitals}
          hint={say('Start with the plate.')}
          aside={
            <NoneButton form={form} field="registration" word={noPlate}>
              {say('No plate on the vehicle')}
            </NoneButton>
          }
          autoFocus={phone && isNew}
        />
      </KnownField>
    </div>
  );
}
