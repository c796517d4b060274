import { useState } from 'react';
import { noLicence } from '#contract/identities.ts';
import { dateOf } from '#web/format/time.ts';
import { capitals } from '#web/forms/record/inputs.ts';
import { DateField } from '#web/ui/fields/date-field.tsx';
import { FieldGrid, FormSection, FullRow } from '#web/ui/fields/form-section.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import type { BookingInputs } from './booking-kind.ts';
import { FoldedFields } from './folded-fields.tsx';
import { KnownField } from './known-field.tsx';
import { NoneButton } from './none-button.tsx';
import { fieldInput, PlainFields } from './plain-fields.tsx';
import { plain, sections } from './sections.ts';

export function DriverSection({ form }: { form: BookingInputs }) {
  const [today] = useState(() => dateOf(Date.now()));
  return (
    <FormSection {...sections.driver}>
      <div className="column gap-7">
        <FieldGrid stacking>
          <FullRow>
            <KnownField form={form} of="license">
              <TextField
                {...fieldInput(form, 'license')}
                aside={
                  <NoneButton form={form} field="license" word={noLicence}>
                    No licence with the driver
                  </NoneButton>
                }
                {...capitals}
              />
            </KnownField>
          </FullRow>
          <TextField {...fieldInput(form, 'name')} />
          <KnownField form={form} of="phone">
            <TextField {...fieldInput(form, 'phoneNo')} />
          </KnownField>
          <FullRow>
            <TextField {...fieldInput(form, 'address')} />
          </FullRow>
        </FieldGrid>
        <FieldGrid>
          <DateField optional min="1900-01-01" max={today} {...fieldInput(form, 'dob')} />
          <PlainFields form={form} fields={['gender']} />
        </FieldGrid>
        <FoldedFields form={form} fields={plain.driver} />
      </div>
    </FormSection>
  );
}
