import { fuelTypes, vehicleTypes } from '#contract/booking-fields.ts';
import { noPlate } from '#contract/identities.ts';
import { capitals, choiceInput, code, textInput, words } from '#web/forms/record/inputs.ts';
import { FieldGrid, FormSection, FullRow } from '#web/ui/fields/form-section.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import type { BookingInputs } from './booking-kind.ts';
import { FoldedFields } from './folded-fields.tsx';
import { KnownField } from './known-field.tsx';
import { NoneButton } from './none-button.tsx';
import { sections } from './sections.ts';

const colours = 'Black,Blue,Brown,Gold,Green,Grey,Orange,Purple,Red,Silver,White,Wine,Yellow';
const rare = ['vehicleBody', 'type', 'vehicleYear', 'origin', 'capacity', 'vin', 'pin'] as const;

export function VehicleSection({ form }: { form: BookingInputs }) {
  return (
    <FormSection {...sections.vehicle}>
      <div className="column gap-7">
        <FieldGrid>
          <FullRow>
            <KnownField form={form} of="plate">
              <TextField
                label="Vehicle Registration"
                aside={
                  <NoneButton form={form} field="registration" word={noPlate}>
                    No plate on the vehicle
                  </NoneButton>
                }
                {...capitals}
                {...textInput(form, 'registration')}
              />
            </KnownField>
          </FullRow>
          <SelectField
            label="Vehicle type"
            optional
            clearable
            options={vehicleTypes}
            {...choiceInput(form, 'vehicleType', vehicleTypes)}
          />
          <TextField
            label="Colour"
            optional
            list="booking-colours"
            {...words}
            {...textInput(form, 'color')}
          />
          <TextField label="Make" optional {...words} {...textInput(form, 'make')} />
          <TextField label="Model" optional {...words} {...textInput(form, 'model')} />
        </FieldGrid>
        <datalist id="booking-colours">
          {colours.split(',').map((colour) => (
            <option key={colour} value={colour} />
          ))}
        </datalist>
        <FoldedFields
          label="Body, fuel, year, origin, capacity, VIN, PIN"
          form={form}
          fields={rare}
        >
          <TextField label="Body" optional {...words} {...textInput(form, 'vehicleBody')} />
          <SelectField
            label="Fuel type"
            optional
            clearable
            options={fuelTypes}
            {...choiceInput(form, 'type', fuelTypes)}
          />
          <TextField
            label="Year"
            optional
            inputMode="numeric"
            maxLength={4}
            {...textInput(form, 'vehicleYear')}
          />
          <TextField label="Origin" optional {...words} {...textInput(form, 'origin')} />
          <TextField
            label="Capacity"
            optional
            autoCapitalize="none"
            {...textInput(form, 'capacity')}
          />
          <TextField label="PIN" optional {...code} {...textInput(form, 'pin')} />
          <FullRow>
            <TextField label="VIN" optional {...capitals} {...textInput(form, 'vin')} />
          </FullRow>
        </FoldedFields>
      </div>
    </FormSection>
  );
}
