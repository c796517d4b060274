import { said } from '#contract/language.ts';
import { useSay } from '#web/device/language.ts';
import { nextKey, prose, textInput } from '#web/forms/record/inputs.ts';
import { ZoneSelect } from '#web/forms/record/own-place.tsx';
import { PlaceFields } from '#web/forms/record/place-fields.tsx';
import { usePlaces } from '#web/records/places.ts';
import { FieldGrid, FormSection, FullRow } from '#web/ui/fields/form-section.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';
import css from './collision-form.module.css';
import type { CollisionInputs } from './collision-kind.ts';
import { sections } from './sections.ts';

const more = lazyPart(() => import('../facts/at-entry.tsx'));

const number = { type: 'number', inputMode: 'numeric', min: 0, step: 1, ...nextKey } as const;

export function OverviewSection({ form }: { form: CollisionInputs }) {
  const say = useSay();
  const { places, loading, problem } = usePlaces();
  const More = more.use('soon');
  return (
    <FormSection {...sections.overview} title={say(sections.overview.title)}>
      <FieldGrid>
        <PlaceFields form={form} organisationHint={say('Select an organisation')}>
          <ZoneSelect
            form={form}
            places={places}
            nothingFound={problem ?? (loading ? said('Loading zones') : undefined)}
          />
        </PlaceFields>
        <FullRow>
          <TextArea label={say('Description')} optional {...prose} {...textInput(form, 'desc')} />
        </FullRow>
        <FullRow>
          <div className={css['counts']}>
            <TextField
              label={say('Number of vehicles')}
              {...number}
              {...textInput(form, 'noOfCars')}
            />
            <TextField
              label={say('Number of fatalities')}
              {...number}
              {...textInput(form, 'noOfFatalities')}
            />
            <TextField
              label={say('Number of injuries')}
              optional
              {...number}
              {...textInput(form, 'noOfInjuries')}
            />
          </div>
        </FullRow>
        <FullRow>{More && <More.AtEntry form={form} />}</FullRow>
      </FieldGrid>
    </FormSection>
  );
}
