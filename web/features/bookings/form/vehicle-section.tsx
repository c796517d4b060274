import { fuelTypes, vehicleTypes } from '#contract/booking-fields.ts';
import { FieldGrid, FormSection, FullRow } from '#web/ui/fields/form-section.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import css from './booking-form.module.css';
import { fieldId } from './draft.ts';
import { FoldedFields } from './folded-fields.tsx';
import { KnownField } from './known-field.tsx';
import { sections } from './sections.ts';
import { errorOf, textInput, type BookingFormState } from './use-booking-form.ts';

const colours = 'Black,Blue,Brown,Gold,Green,Grey,Orange,Purple,Red,Silver,White,Wine,Yellow';
const folded = ['vehicleBody', 'type', 'vehicleYear', 'origin', 'capacity', 'vin', 'pin'] as const;

export function VehicleSection({ form }: { form: BookingFormState }) {
  return (
    <FormSection {...sections.vehicle}>
      <FieldGrid>
        <FullRow>
          <TextField
            label="Vehicle Registration"
            className={css['capitals']}
            autoCapitalize="characters"
            spellCheck={false}
            {...textInput(form, 'registration')}
          />
        </FullRow>
        <KnownField form={form} of="plate" />
        <SelectField
          label="Vehicle type"
          optional
          id={fieldId('vehicleType')}
          options={vehicleTypes}
          value={form.values.vehicleType || null}
          clearable
          error={errorOf(form, 'vehicleType')}
          onChange={(chosen) =>
            form.setFieldValue('vehicleType', vehicleTypes.find((type) => type === chosen) ?? '')
          }
        />
        <TextField
          label="Colour"
          optional
          autoCapitalize="words"
          list="booking-colours"
          {...textInput(form, 'color')}
        />
        <TextField label="Make" optional autoCapitalize="words" {...textInput(form, 'make')} />
        <TextField label="Model" optional autoCapitalize="words" {...textInput(form, 'model')} />
      </FieldGrid>
      <datalist id="booking-colours">
        {colours.split(',').map((colour) => (
          <option key={colour} value={colour} />
        ))}
      </datalist>
      <FoldedFields
        label="Body, fuel, year, origin, capacity, VIN, PIN"
        open={folded.some(
          (field) => form.values[field] !== '' || errorOf(form, field) !== undefined,
        )}
      >
        <RareVehicleFields form={form} />
      </FoldedFields>
    </FormSection>
  );
}

function RareVehicleFields({ form }: { form: BookingFormState }) {
  return (
    <>
      <TextField label="Body" optional autoCapitalize="words" {...textInput(form, 'vehicleBody')} />
      <SelectField
        label="Fuel type"
        optional
        id={fieldId('type')}
        options={fuelTypes}
        value={form.values.type || null}
        clearable
        error={errorOf(form, 'type')}
        onChange={(chosen) =>
          form.setFieldValue('type', fuelTypes.find((fuel) => fuel === chosen) ?? '')
        }
      />
      <TextField
        label="Year"
        optional
        inputMode="numeric"
        maxLength={4}
        {...textInput(form, 'vehicleYear')}
      />
      <TextField label="Origin" optional autoCapitalize="words" {...textInput(form, 'origin')} />
      <TextField label="Capacity" optional autoCapitalize="none" {...textInput(form, 'capacity')} />
      <TextField
        label="PIN"
        optional
        autoCapitalize="characters"
        spellCheck={false}
        {...textInput(form, 'pin')}
      />
      <FullRow>
        <TextField
          label="VIN"
          optional
          className={css['capitals']}
          autoCapitalize="characters"
          spellCheck={false}
          {...textInput(form, 'vin')}
        />
      </FullRow>
    </>
  );
}
