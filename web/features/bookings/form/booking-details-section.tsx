import { useSay } from '#web/device/language.ts';
import { ZoneSelect } from '#web/forms/record/own-place.tsx';
import { PlaceFields } from '#web/forms/record/place-fields.tsx';
import { errorOf } from '#web/forms/refusal.ts';
import { FieldGrid, FormSection, FullRow } from '#web/ui/fields/form-section.tsx';
import type { BookingInputs } from './booking-kind.ts';
import { ChosenOffences } from './chosen-offences.tsx';
import { OffenceField } from './offence-field.tsx';
import { PlainFields } from './plain-fields.tsx';
import type { TicketLine } from './rules.ts';
import { plain, sections } from './sections.ts';
import type { CatalogueState } from './use-catalogue.ts';
import type { OffencePicker } from './use-offence-picker.ts';

interface BookingDetailsSectionProps {
  form: BookingInputs;
  catalogue: CatalogueState;
  picker: OffencePicker;
  /** The offences that were added; null where the ticket beside the form lists them. */
  lines: readonly TicketLine[] | null;
  /** Opens the picker over the whole screen of a phone; null where it is shown in place. */
  onOpenPicker: (() => void) | null;
}

export function BookingDetailsSection(props: BookingDetailsSectionProps) {
  const { form, catalogue, picker, lines, onOpenPicker } = props;
  const say = useSay();
  return (
    <FormSection {...sections.details} title={say(sections.details.title)}>
      <FieldGrid>
        <PlaceFields form={form}>
          <ZoneSelect form={form} places={catalogue.places} />
        </PlaceFields>
        <PlainFields form={form} fields={plain.details} />
        <FullRow>
          <OffenceField
            picker={picker}
            catalogue={catalogue}
            error={errorOf(form.fields, 'offence')}
            onOpen={onOpenPicker}
          />
          {lines !== null && <ChosenOffences lines={lines} picker={picker} />}
        </FullRow>
      </FieldGrid>
    </FormSection>
  );
}
