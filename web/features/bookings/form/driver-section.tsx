import { useState } from 'react';
import { noLicence } from '#contract/identities.ts';
import { useSay } from '#web/device/language.ts';
import { dateOf } from '#web/format/time.ts';
import { capitals } from '#web/forms/record/inputs.ts';
import { DateField } from '#web/ui/fields/date-field.tsx';
import { FieldGrid, FormSection, FullRow } from '#web/ui/fields/form-section.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';
import type { BookingInputs } from './booking-kind.ts';
import { FoldedFields } from './folded-fields.tsx';
import { KnownField } from './known-field.tsx';
import { NoneButton } from './none-button.tsx';
import { fieldInput, PlainFields } from './plain-fields.tsx';
import { plain, sections } from './sections.ts';

const languagePart = lazyPart(() => import('./language-field.tsx'));

export function DriverSection({ form }: { form: BookingInputs }) {
  const say = useSay();
  const Language = languagePart.use('soon')?.LanguageField;
  const [today] = useState(() => dateOf(Date.now()));
  return (
    <FormSection {...sections.driver} title={say(sections.driver.title)}>
      <div className="column gap-7">
        <FieldGrid stacking>
          <FullRow>
            <KnownField form={form} of="license">
              <TextField
                {...fieldInput(form, 'license', say)}
                aside={
                  <NoneButton form={form} field="license" word={noLicence}>
                    {say('No licence with the driver')}
                  </NoneButton>
                }
                {...capitals}
              />
            </KnownField>
          </FullRow>
          <TextField {...fieldInput(form, 'name', say)} />
          <KnownField form={form} of="phone">
            <TextField {...fieldInput(form, 'phoneNo', say)} />
          </KnownField>
          <FullRow>
            <TextField {...fieldInput(form, 'address', say)} />
          </FullRow>
        </FieldGrid>
        <FieldGrid>
          <DateField optional min="1900-01-01" max={today} {...fieldInput(form, 'dob', say)} />
          <PlainFields form={form} fields={['gender']} />
          {Language && <Language form={form} />}
        </FieldGrid>
        <FoldedFields form={form} fields={plain.driver} />
      </div>
    </FormSection>
  );
}
