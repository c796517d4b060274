import { usePosition } from '#web/device/use-position.ts';
import { PlaceField } from '#web/ui/fields/place-field.tsx';
import { fieldId } from './draft.ts';
import { textInput } from './text-input.ts';
import { errorOf, type Fields } from './use-collision-form.ts';

/** The place in words, and the device's position if the officer gives it. */
export function LocationField({ fields }: { fields: Fields }) {
  const device = usePosition((position) => fields.setFieldValue('position', position));
  return (
    <PlaceField
      label="Location"
      optional
      autoCapitalize="sentences"
      {...textInput(fields, 'location')}
      positionId={fieldId('position')}
      position={fields.values.position}
      asking={device.asking}
      problem={device.problem ?? errorOf(fields, 'position')}
      onTake={device.take}
      onRemove={() => fields.setFieldValue('position', null)}
    />
  );
}
