import { noPlate } from '#contract/identities.ts';
import { capitals } from '#web/forms/record/inputs.ts';
import { FieldGrid, FormSection, FullRow } from '#web/ui/fields/form-section.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import type { BookingInputs } from './booking-kind.ts';
import { FoldedFields } from './folded-fields.tsx';
import { KnownField } from './known-field.tsx';
import { NoneButton } from './none-button.tsx';
import { fieldInput, PlainFields } from './plain-fields.tsx';
import { plain, sections } from './sections.ts';

const colours = 'Black,Blue,Brown,Gold,Green,Grey,Orange,Purple,Red,Silver,White,Wine,Yellow';

export function VehicleSection({ form }: { form: BookingInputs }) {
  return (
    <FormSection {...sections.vehicle}>
      <div className="column gap-7">
        <FieldGrid>
          <FullRow>
            <KnownField form={form} of="plate">
              <TextField
                {...fieldInput(form, 'registration')}
                aside={
                  <NoneButton form={form} field="registration" word={noPlate}>
                    No plate on the vehicle
                  </NoneButton>
                }
                {...capitals}
              />
            </KnownField>
          </FullRow>
          <PlainFields form={form} fields={['vehicleType', 'color', 'make', 'model']} />
        </FieldGrid>
        <datalist id="colours">
          {colours.split(',').map((colour) => (
            <option key={colour} value={colour} />
          ))}
        </datalist>
        <FoldedFields form={form} fields={plain.vehicle} />
      </div>
    </FormSection>
  );
}
