import { KnownNote, type KnownFacts } from '#web/records/known-note.ts';
import { fieldId } from './draft.ts';
import css from './known-plate.module.css';
import type { CollisionFormState } from './use-collision-form.ts';

/** Under the plate of a vehicle: what is known of it. */
export function KnownPlate({ form, index }: { form: CollisionFormState; index: number }) {
  const { fields } = form;
  const vehicle = fields.values.vehicle[index];
  if (!vehicle) return null;
  const { plate, make, model, name, phone } = vehicle;

  function fill({ phoneNo, ...facts }: KnownFacts): void {
    const values = { ...facts, ...(phoneNo !== undefined && { phone: phoneNo }) };
    for (const [field, value] of Object.entries(values)) {
      const path = `vehicle.${index}.${field}`;
      fields.setFieldValue(path, value);
      fields.clearFieldError(path);
    }
  }

  return (
    <div className={css['known']}>
      <KnownNote
        of="plate"
        value={plate}
        fieldId={fieldId(`vehicle.${index}.plate`)}
        fields={{ make, model, name, phoneNo: phone }}
        offences={null}
        onFill={fill}
      />
    </div>
  );
}
