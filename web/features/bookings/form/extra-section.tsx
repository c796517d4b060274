import { useSay } from '#web/device/language.ts';
import { prose } from '#web/forms/record/inputs.ts';
import { FieldGrid, FormSection, FullRow } from '#web/ui/fields/form-section.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import type { BookingInputs } from './booking-kind.ts';
import { fieldInput, PlainFields } from './plain-fields.tsx';
import { plain, sections } from './sections.ts';

export function ExtraSection({ form }: { form: BookingInputs }) {
  const say = useSay();
  return (
    <FormSection {...sections.extra} title={say(sections.extra.title)}>
      <FieldGrid>
        <PlainFields form={form} fields={plain.extra} />
        <FullRow>
          <TextArea optional rows={4} {...prose} {...fieldInput(form, 'notes', say)} />
        </FullRow>
      </FieldGrid>
    </FormSection>
  );
}
