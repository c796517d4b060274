import { rowOf } from '#contract/booking-rows.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { focusField } from '#web/ui/fields/focus-field.ts';
import { FieldGrid, FormSection, FullRow } from '#web/ui/fields/form-section.tsx';
import type { BookingInputs } from './booking-kind.ts';
import { FoldedFields } from './folded-fields.tsx';
import { PlainFields } from './plain-fields.tsx';
import { plain, sections } from './sections.ts';

const colours = 'Black,Blue,Brown,Gold,Green,Grey,Orange,Purple,Red,Silver,White,Wine,Yellow';

export function VehicleSection({ form }: { form: BookingInputs }) {
  return (
    <FormSection {...sections.vehicle}>
      <div className="column gap-7">
        <FieldGrid>
          <FullRow>
            <p className="row wrap gap-4">
              <span className="strong">{rowOf('registration').label}</span>
              <span className="anywhere">
                {form.fields.values.registration.trim().toUpperCase() || 'Not entered'}
              </span>
              <Button
                variant="link"
                size="sm"
                onClick={() => focusField(form.fieldId('registration'))}
              >
                Change
              </Button>
            </p>
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
