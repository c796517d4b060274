import { FullRow } from '#web/ui/form-section.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import css from './collision-form.module.css';
import { fieldId } from './draft.ts';
import { noPictures, plateOf, whyNot, type PictureName } from './evidence.ts';
import { FileChoice } from './file-choice.tsx';
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
  const { fields, evidence, setPicture } = form;
  const { key = '', plate = '' } = fields.values.vehicle[index] ?? {};
  const input = (name: string) => textInput(fields, `vehicle.${index}.${name}`);
  const title = `Vehicle ${index + 1}`;
  const chosen = evidence.vehicles[key] ?? noPictures;

  function choose(name: PictureName, file: File | undefined): void {
    if (!file) return;
    const wrong = whyNot(file, 'picture');
    const path = `vehicle.${index}.${name}`;
    if (wrong === null) {
      setPicture(key, name, file);
      fields.clearFieldError(path);
    } else fields.setFieldError(path, wrong);
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
            error={errorOf(fields, `vehicle.${index}.${name}`)}
            onChoose={([file]) => choose(name, file)}
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
