import { FieldGrid, FormSection, FullRow } from '#web/ui/fields/form-section.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import css from './collision-form.module.css';
import { LocationField } from './location-field.tsx';
import { sections } from './sections.ts';
import { prose, textInput } from './text-input.ts';
import type { Fields } from './use-collision-form.ts';
import { ZoneFields } from './zone-fields.tsx';

const number = { type: 'number', inputMode: 'numeric', min: 0, step: 1 } as const;

export function OverviewSection({ fields }: { fields: Fields }) {
  return (
    <FormSection {...sections.overview}>
      <FieldGrid>
        <ZoneFields fields={fields} />
        <TextField label="Team" optional autoCapitalize="words" {...textInput(fields, 'team')} />
        <FullRow>
          <LocationField fields={fields} />
        </FullRow>
        <FullRow>
          <TextArea label="Description" optional {...textInput(fields, 'desc')} {...prose} />
        </FullRow>
        <FullRow>
          <div className={css['counts']}>
            <TextField label="Number of vehicles" {...number} {...textInput(fields, 'noOfCars')} />
            <TextField
              label="Number of fatalities"
              {...number}
              {...textInput(fields, 'noOfFatalities')}
            />
            <TextField
              label="Number of injuries"
              optional
              {...number}
              {...textInput(fields, 'noOfInjuries')}
            />
          </div>
        </FullRow>
      </FieldGrid>
    </FormSection>
  );
}
