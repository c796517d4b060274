import { useState } from 'react';
import { genders } from '#contract/booking-fields.ts';
import { dateOf } from '#web/format/time.ts';
import { FieldGrid, FormSection, FullRow } from '#web/ui/fields/form-section.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { DateField, TextField } from '#web/ui/fields/text-field.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import css from './booking-form.module.css';
import { fieldId } from './draft.ts';
import { FoldedFields } from './folded-fields.tsx';
import { KnownField } from './known-field.tsx';
import knownCss from './known-field.module.css';
import { sections } from './sections.ts';
import { errorOf, textInput, type BookingFormState } from './use-booking-form.ts';

const folded = ['email', 'phoneTwo', 'height'] as const;

export function DriverSection({ form }: { form: BookingFormState }) {
  const [today] = useState(() => dateOf(Date.now()));
  return (
    <FormSection {...sections.driver}>
      <FieldGrid className={classNames(css['stacking'], knownCss['dense'])}>
        <TextField
          label="License number"
          className={css['capitals']}
          autoCapitalize="characters"
          spellCheck={false}
          {...textInput(form, 'license')}
        />
        <KnownField form={form} of="license" />
        <TextField label="Name" autoCapitalize="words" {...textInput(form, 'name')} />
        <TextField
          label="Phone number"
          type="tel"
          inputMode="tel"
          {...textInput(form, 'phoneNo')}
        />
        <KnownField form={form} of="phone" />
        <TextField label="Address" autoCapitalize="sentences" {...textInput(form, 'address')} />
      </FieldGrid>
      <FieldGrid className={css['next'] ?? ''}>
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
          id={fieldId('gender')}
          options={genders}
          value={form.values.gender || null}
          clearable
          error={errorOf(form, 'gender')}
          onChange={(chosen) =>
            form.setFieldValue('gender', genders.find((gender) => gender === chosen) ?? '')
          }
        />
      </FieldGrid>
      <FoldedFields
        label="Email, second phone, height"
        open={folded.some(
          (field) => form.values[field] !== '' || errorOf(form, field) !== undefined,
        )}
      >
        <FullRow>
          <TextField
            label="Email"
            optional
            type="email"
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
            {...textInput(form, 'email')}
          />
        </FullRow>
        <TextField
          label="Second phone number"
          optional
          type="tel"
          inputMode="tel"
          {...textInput(form, 'phoneTwo')}
        />
        <TextField label="Height" optional {...textInput(form, 'height')} />
      </FoldedFields>
    </FormSection>
  );
}
