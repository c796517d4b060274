import { useState } from 'react';
import { genders } from '#contract/booking-fields.ts';
import { noLicence } from '#contract/identities.ts';
import { dateOf } from '#web/format/time.ts';
import { capitals, choiceInput, phone, textInput, words } from '#web/forms/record/inputs.ts';
import { FieldGrid, FormSection, FullRow } from '#web/ui/fields/form-section.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { DateField, TextField } from '#web/ui/fields/text-field.tsx';
import type { BookingInputs } from './booking-kind.ts';
import { FoldedFields } from './folded-fields.tsx';
import { KnownField } from './known-field.tsx';
import { NoneButton } from './none-button.tsx';
import { sections } from './sections.ts';

export function DriverSection({ form }: { form: BookingInputs }) {
  const [today] = useState(() => dateOf(Date.now()));
  return (
    <FormSection {...sections.driver}>
      <div className="column gap-7">
        <FieldGrid stacking>
          <FullRow>
            <KnownField form={form} of="license">
              <TextField
                label="License number"
                aside={
                  <NoneButton form={form} field="license" word={noLicence}>
                    No licence with the driver
                  </NoneButton>
                }
                {...capitals}
                {...textInput(form, 'license')}
              />
            </KnownField>
          </FullRow>
          <TextField label="Name" {...words} {...textInput(form, 'name')} />
          <KnownField form={form} of="phone">
            <TextField label="Phone number" {...phone} {...textInput(form, 'phoneNo')} />
          </KnownField>
          <FullRow>
            <TextField label="Address" autoCapitalize="sentences" {...textInput(form, 'address')} />
          </FullRow>
        </FieldGrid>
        <FieldGrid>
          <DateField
            label="Date of birth"
            optional
            min="1900-01-01"
            max={today}
            {...textInput(form, 'dob')}
          />
          <SelectField
            label="Gender"
            optional
            clearable
            options={genders}
            {...choiceInput(form, 'gender', genders)}
          />
        </FieldGrid>
        <FoldedFields
          label="Email, second phone, height"
          form={form}
          fields={['email', 'phoneTwo', 'height']}
        >
          <FullRow>
            <TextField
              label="Email"
              optional
              type="email"
              inputMode="email"
              autoCapitalize="none"
              {...textInput(form, 'email')}
            />
          </FullRow>
          <TextField
            label="Second phone number"
            optional
            {...phone}
            {...textInput(form, 'phoneTwo')}
          />
          <TextField label="Height" optional {...textInput(form, 'height')} />
        </FoldedFields>
      </div>
    </FormSection>
  );
}
