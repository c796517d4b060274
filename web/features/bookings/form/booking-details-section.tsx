import { FieldGrid, FormSection, FullRow } from '#web/ui/fields/form-section.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { ChosenOffences } from './chosen-offences.tsx';
import { LocationField } from './location-field.tsx';
import { OffenceField } from './offence-field.tsx';
import type { TicketLine } from './rules.ts';
import { sections } from './sections.ts';
import { errorOf, textInput, type BookingFormState } from './use-booking-form.ts';
import type { CatalogueState } from './use-catalogue.ts';
import type { OffencePicker } from './use-offence-picker.ts';
import { ZoneFields } from './zone-fields.tsx';

interface BookingDetailsSectionProps {
  form: BookingFormState;
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
        <ZoneFields form={form} places={catalogue.places} />
        <TextField
          label="Team"
          optional
          autoCapitalize="words"
          enterKeyHint="next"
          {...textInput(form, 'team')}
        />
        <FullRow>
          <LocationField form={form} />
        </FullRow>
        <FullRow>
          <OffenceField
            picker={picker}
            catalogue={catalogue}
            error={errorOf(form, 'offence')}
            onOpen={onOpenPicker}
          />
          {lines !== null && <ChosenOffences lines={lines} picker={picker} />}
        </FullRow>
      </FieldGrid>
    </FormSection>
  );
}
