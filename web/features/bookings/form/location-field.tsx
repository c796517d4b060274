import { usePosition } from '#web/device/use-position.ts';
import { PlaceField } from '#web/ui/fields/place-field.tsx';
import { fieldId } from './draft.ts';
import { errorOf, textInput, type BookingFormState } from './use-booking-form.ts';

/** The place in words, and the device's position if the officer gives it. */
export function LocationField({ form }: { form: BookingFormState }) {
  const device = usePosition((position) => form.setFieldValue('position', position));
  return (
    <PlaceField
      label="Location"
      optional
      autoCapitalize="sentences"
      enterKeyHint="next"
      {...textInput(form, 'location')}
      positionId={fieldId('position')}
      position={form.values.position}
      asking={device.asking}
      problem={device.problem ?? errorOf(form, 'position')}
      onTake={device.take}
      onRemove={() => form.setFieldValue('position', null)}
    />
  );
}
