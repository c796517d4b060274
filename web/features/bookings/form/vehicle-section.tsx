import { rowOf } from '#contract/booking-rows.ts';
import { said } from '#contract/language.ts';
import { useSay } from '#web/device/language.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { focusField } from '#web/ui/fields/focus-field.ts';
import { FieldGrid, FormSection, FullRow } from '#web/ui/fields/form-section.tsx';
import type { BookingInputs } from './booking-kind.ts';
import { FoldedFields } from './folded-fields.tsx';
import { PlainFields } from './plain-fields.tsx';
import { plain, sections } from './sections.ts';

// They are stored in English, as everybody reads them.
const colours = said([
  'Black',
  'Blue',
  'Brown',
  'Gold',
  'Green',
  'Grey',
  'Orange',
  'Purple',
  'Red',
  'Silver',
  'White',
  'Wine',
  'Yellow',
]);

export function VehicleSection({ form }: { form: BookingInputs }) {
  const say = useSay();
  return (
    <FormSection {...sections.vehicle} title={say(sections.vehicle.title)}>
      <div className="column gap-7">
        <FieldGrid>
          <FullRow>
            <p className="row wrap gap-4">
              <span className="strong">{say(rowOf('registration').label)}</span>
              <span className="anywhere">
                {form.fields.values.registration.trim().toUpperCase() || say('Not entered')}
              </span>
              <Button
                variant="link"
                size="sm"
                onClick={() => focusField(form.fieldId('registration'))}
              >
                {say('Change')}
              </Button>
            </p>
          </FullRow>
          <PlainFields form={form} fields={['vehicleType', 'color', 'make', 'model']} />
        </FieldGrid>
        <datalist id="colours">
          {colours.map((colour) => (
            <option
              key={colour}
              value={colour}
              label={say.knows(colour) ? say(colour) : undefined}
            />
          ))}
        </datalist>
        <FoldedFields form={form} fields={plain.vehicle} />
      </div>
    </FormSection>
  );
}
