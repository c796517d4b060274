import { FieldGrid, FormSection, FullRow } from '#web/ui/fields/form-section.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { sections } from './sections.ts';
import { textInput, type BookingFormState } from './use-booking-form.ts';

export function ExtraSection({ form }: { form: BookingFormState }) {
  return (
    <FormSection {...sections.extra}>
      <FieldGrid>
        <TextField
          label="EO code"
          optional
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="next"
          {...textInput(form, 'eoCode')}
        />
        <TextField
          label="Beat code"
          optional
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="next"
          {...textInput(form, 'beatCode')}
        />
        <FullRow>
          <TextArea
            label="Notes"
            optional
            rows={4}
            {...textInput(form, 'notes')}
            enterKeyHint="enter"
            autoCapitalize="sentences"
          />
        </FullRow>
      </FieldGrid>
    </FormSection>
  );
}
