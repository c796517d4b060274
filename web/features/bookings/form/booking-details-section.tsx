import { goesOn, textInput, words } from '#web/forms/record/inputs.ts';
import { LocationField, ZoneFields, ZoneSelect } from '#web/forms/record/place-fields.tsx';
import { errorOf } from '#web/forms/refusal.ts';
import { FieldGrid, FormSection, FullRow } from '#web/ui/fields/form-section.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import type { BookingInputs } from './booking-kind.ts';
import { ChosenOffences } from './chosen-offences.tsx';
import { OffenceField } from './offence-field.tsx';
import type { TicketLine } from './rules.ts';
import { sections } from './sections.ts';
import type { CatalogueState } from './use-catalogue.ts';
import type { OffencePicker } from './use-offence-picker.ts';

interface BookingDetailsSectionProps {
  form: BookingInputs;
  catalogue: CatalogueState;
  picker: OffencePicker;
  /** What was added, to be listed here; null where the ticket stands beside the form. */
  lines: readonly TicketLine[] | null;
  /** On a phone: opens the picker over the whole screen. Null: it stands in its place. */
  onOpenPicker: (() => void) | null;
}

export function BookingDetailsSection(props: BookingDetailsSectionProps) {
  const { form, catalogue, picker, lines, onOpenPicker } = props;
  return (
    <FormSection {...sections.details}>
      <FieldGrid>
        <ZoneFields form={form}>
          <ZoneSelect form={form} places={catalogue.places} />
        </ZoneFields>
        <TextField label="Team" optional {...words} {...goesOn} {...textInput(form, 'team')} />
        <FullRow>
          <LocationField form={form} />
        </FullRow>
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
