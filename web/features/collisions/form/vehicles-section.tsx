import { said } from '#contract/language.ts';
import { useSay } from '#web/device/language.ts';
import { FileChoice } from '#web/forms/pictures/file-choice.tsx';
import { capitals, nextKey, phone, textInput, words } from '#web/forms/record/inputs.ts';
import { errorOf } from '#web/forms/refusal.ts';
import { WithKnown } from '#web/records/known/known-note.tsx';
import type { KnownFacts } from '#web/records/known/known-rules.ts';
import { FieldError } from '#web/ui/fields/field.tsx';
import { FormSection, FullRow } from '#web/ui/fields/form-section.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import type { WithEvidence } from './collision-kind.ts';
import { newVehicle, type VehicleDraft } from './draft.ts';
import { noPictures, type PictureName, plateOf } from './evidence.ts';
import { AddRow, Row, rowsOf } from './rows.tsx';
import { sections } from './sections.ts';

export function VehiclesSection({ form, evidence }: WithEvidence) {
  const { fields, fieldId } = form;
  const { vehicle } = fields.values;
  const say = useSay();
  const rows = rowsOf(form, 'vehicle', 'plate');
  const error = errorOf(fields, 'vehicle');
  return (
    <FormSection
      {...sections.vehicles}
      title={say(sections.vehicles.title)}
      hint={
        vehicle.length === 0
          ? say('At least one')
          : say.count(vehicle.length, '{count} vehicle', '{count} vehicles')
      }
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
        {say('Add vehicle')}
      </AddRow>
      {error !== undefined && <FieldError id="collision-vehicle-error">{error}</FieldError>}
    </FormSection>
  );
}

interface VehicleRowProps extends WithEvidence {
  index: number;
  vehicle: VehicleDraft;
  onRemove: () => void;
}

const pictures = [
  { name: 'driverImg', label: said('Driver picture') },
  { name: 'vehicleImg', label: said('Vehicle picture') },
] as const satisfies readonly { name: PictureName; label: string }[];

function VehicleRow({ form, evidence, index, vehicle, onRemove }: VehicleRowProps) {
  const { fields, fieldId } = form;
  const { key, plate, make, model, name, phone: phoneNo } = vehicle;
  const path = (field: string) => `vehicle.${index}.${field}` as const;
  const input = (field: string) => ({ ...nextKey, ...textInput(form, path(field)) });
  const say = useSay();
  const title = say('Vehicle {number}', { number: index + 1 });
  const chosen = evidence.chosen.vehicles[key] ?? noPictures;

  async function choose(picture: PictureName, file: File | undefined): Promise<void> {
    if (!file) return;
    fields.clearFieldError(path(picture));
    const { taken, wrong } = await evidence.prepare(`${key} ${picture}`, [file], 'picture');
    const [smaller] = taken;
    if (smaller) evidence.setPicture(key, picture, smaller);
    else fields.setFieldError(path(picture), wrong.join('\n'));
  }

  function fill(facts: KnownFacts): void {
    for (const [fact, value] of Object.entries(facts)) {
      const field = path(fact === 'phoneNo' ? 'phone' : fact);
      fields.setFieldValue(field, value);
      fields.clearFieldError(field);
    }
  }

  return (
    <Row title={plate.trim() === '' ? title : `${title}: ${plateOf(plate)}`} onRemove={onRemove}>
      <FullRow>
        <WithKnown
          of="plate"
          value={plate}
          fieldId={fieldId(path('plate'))}
          fields={{ make, model, name, phoneNo }}
          offences={null}
          onFill={fill}
        >
          <TextField
            label={say('Plate number')}
            hint={say('Leave this empty if the vehicle has no plate.')}
            optional
            {...capitals}
            {...input('plate')}
          />
        </WithKnown>
      </FullRow>
      <TextField label={say('Make')} optional {...words} {...input('make')} />
      <TextField label={say('Model')} optional {...words} {...input('model')} />
      <TextField label={say('Driver name')} optional {...words} {...input('name')} />
      <TextField label={say('Driver phone')} optional {...phone} {...input('phone')} />
      {pictures.map(({ name: picture, label }) => (
        <FileChoice
          key={picture}
          id={fieldId(path(picture))}
          label={say(label)}
          of={title}
          kind="picture"
          optional
          files={[chosen[picture]].filter((file) => file !== null)}
          preparing={evidence.preparing.filter((one) => one.path === `${key} ${picture}`)}
          error={errorOf(fields, path(picture))}
          onChoose={([file]) => void choose(picture, file)}
          onRemove={() => {
            evidence.setPicture(key, picture, null);
            fields.clearFieldError(path(picture));
          }}
        />
      ))}
    </Row>
  );
}
