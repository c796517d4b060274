import { errorOf } from '#web/forms/refusal.ts';
import { plural } from '#web/format/words.ts';
import { FieldError } from '#web/ui/fields/field.tsx';
import { FormSection } from '#web/ui/fields/form-section.tsx';
import type { WithEvidence } from './collision-kind.ts';
import { newVehicle } from './draft.ts';
import { AddRow, rowsOf } from './rows.tsx';
import { sections } from './sections.ts';
import { VehicleRow } from './vehicle-row.tsx';

export function VehiclesSection({ form, evidence }: WithEvidence) {
  const { fields, fieldId } = form;
  const { vehicle } = fields.values;
  const rows = rowsOf(form, 'vehicle', 'plate');
  const error = errorOf(fields, 'vehicle');
  return (
    <FormSection
      {...sections.vehicles}
      hint={vehicle.length === 0 ? 'At least one' : plural(vehicle.length, 'vehicle')}
    >
      {vehicle.map((row, index) => (
        <VehicleRow
          key={row.key}
          form={form}
          evidence={evidence}
          index={index}
          vehicle={row}
          onRemove={() => {
            evidence.dropPictures(row.key);
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
