import { FieldError } from '#web/ui/fields/field.tsx';
import { FormSection } from '#web/ui/fields/form-section.tsx';
import { fieldId, newVehicle } from './draft.ts';
import { rowsOf } from './list-rows.ts';
import { AddRow } from './rows.tsx';
import { sections } from './sections.ts';
import { errorOf, type CollisionFormState } from './use-collision-form.ts';
import { VehicleRow } from './vehicle-row.tsx';
import { plural } from '#web/format/words.ts';

export function VehiclesSection({ form }: { form: CollisionFormState }) {
  const { fields } = form;
  const { vehicle } = fields.values;
  const rows = rowsOf(fields, 'vehicle', 'plate');
  const error = errorOf(fields, 'vehicle');
  return (
    <FormSection
      {...sections.vehicles}
      hint={vehicle.length === 0 ? 'At least one' : plural(vehicle.length, 'vehicle')}
    >
      {vehicle.map(({ key }, index) => (
        <VehicleRow
          key={key}
          form={form}
          index={index}
          onRemove={() => {
            form.dropPictures(key);
            rows.remove(index);
          }}
        />
      ))}
      <AddRow
        id={fieldId('vehicle')}
        onAdd={() => rows.add(() => fields.insertListItem('vehicle', newVehicle()))}
      >
        Add vehicle
      </AddRow>
      {error !== undefined && <FieldError id="collision-vehicle-error">{error}</FieldError>}
    </FormSection>
  );
}
