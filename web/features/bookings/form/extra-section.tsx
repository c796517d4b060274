import { code, nextKey, prose, textInput } from '#web/forms/record/inputs.ts';
import { FieldGrid, FormSection, FullRow } from '#web/ui/fields/form-section.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import type { BookingInputs } from './booking-kind.ts';
import { sections } from './sections.ts';

export function ExtraSection({ form }: { form: BookingInputs }) {
  return (
    <FormSection {...sections.extra}>
      <FieldGrid>
        <TextField label="EO code" optional {...code} {...nextKey} {...textInput(form, 'eoCode')} />
        <TextField
          label="Beat code"
          optional
          {...code}
          {...nextKey}
          {...textInput(form, 'beatCode')}
        />
        <FullRow>
          <TextArea label="Notes" optional rows={4} {...prose} {...textInput(form, 'notes')} />
        </FullRow>
      </FieldGrid>
    </FormSection>
  );
}
