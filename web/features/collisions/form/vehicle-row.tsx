import { FullRow } from '#web/ui/fields/form-section.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import css from './collision-form.module.css';
import { fieldId } from './draft.ts';
import { noPictures, plateOf, wrongKind, type PictureName } from './evidence.ts';
import { FileChoice } from './file-choice.tsx';
import { KnownPlate } from './known-plate.tsx';
import { Row } from './rows.tsx';
import { textInput } from './text-input.ts';
import { errorOf, type CollisionFormState } from './use-collision-form.ts';

interface VehicleRowProps {
  form: CollisionFormState;
  index: number;
  onRemove: () => void;
}

const pictures = [
  { name: 'driverImg', label: 'Driver picture' },
  { name: 'vehicleImg', label: 'Vehicle picture' },
] as const satisfies readonly { name: PictureName; label: string }[];

/** A vehicle with its driver and their pictures. */
export function VehicleRow({ form, index, onRemove }: VehicleRowProps) {
  const { fields, evidence, setPicture, shrinking, shrink } = form;
  const { key = '', plate = '' } = fields.values.vehicle[index] ?? {};
  const input = (name: string) => textInput(fields, `vehicle.${index}.${name}`);
  const title = `Vehicle ${index + 1}`;
  const chosen = evidence.vehicles[key] ?? noPictures;

  async function choose(name: PictureName, file: File | undefined): Promise<void> {
    if (!file) return;
    const path = `vehicle.${index}.${name}`;
    const other = wrongKind(file, 'picture');
    if (other !== null) {
      fields.setFieldError(path, other);
      return;
    }
    fields.clearFieldError(path);
    const { taken, wrong } = await shrink(`${key} ${name}`, [file]);
    const [picture] = taken;
    if (picture) setPicture(key, name, picture);
    else fields.setFieldError(path, wrong.join(' '));
  }

  return (
    <Row title={plate.trim() === '' ? title : `${title}: ${plateOf(plate)}`} onRemove={onRemove}>
      <FullRow>
        <TextField
          label="Plate number"
          hint="Leave it empty if the vehicle has none."
          optional
          className={css['capitals']}
          autoCapitalize="characters"
          spellCheck={false}
          {...input('plate')}
        />
        <KnownPlate form={form} index={index} />
      </FullRow>
      <TextField label="Make" optional autoCapitalize="words" {...input('make')} />
      <TextField label="Model" optional autoCapitalize="words" {...input('model')} />
      <TextField label="Driver name" optional autoCapitalize="words" {...input('name')} />
      <TextField label="Driver phone" optional type="tel" inputMode="tel" {...input('phone')} />
      {pictures.map(({ name, label }) => {
        const file = chosen[name];
        return (
          <FileChoice
            key={name}
            id={fieldId(`vehicle.${index}.${name}`)}
            label={label}
            of={title}
            kind="picture"
            optional
            files={file ? [file] : []}
            shrinking={shrinking.filter(({ path }) => path === `${key} ${name}`)}
            error={errorOf(fields, `vehicle.${index}.${name}`)}
            onChoose={([file]) => void choose(name, file)}
            onRemove={() => {
              setPicture(key, name, null);
              fields.clearFieldError(`vehicle.${index}.${name}`);
            }}
          />
        );
      })}
    </Row>
  );
}
