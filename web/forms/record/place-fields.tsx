import { usePosition } from '#web/device/use-position.ts';
import { FullRow } from '#web/ui/fields/form-section.tsx';
import { PlaceField } from '#web/ui/fields/place-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { errorOf } from '../refusal.ts';
import { type Inputs, nextKey, textInput, words } from './inputs.ts';
import { OwnPlace, type OwnPlaceProps } from './own-place.tsx';
import type { PlacedDraft } from './record-kind.ts';

/** Organisation, zone, team and location of a record. */
export function PlaceFields({ form, ...props }: OwnPlaceProps<PlacedDraft>) {
  return (
    <>
      <OwnPlace form={form} {...props} />
      <TextField label="Team" optional {...words} {...nextKey} {...textInput(form, 'team')} />
      <FullRow>
        <LocationField form={form} />
      </FullRow>
    </>
  );
}

/** The place in words, and the device's position if the officer adds it, or allowed it before. */
function LocationField({ form }: { form: Inputs<PlacedDraft> }) {
  const { fields, fieldId } = form;
  const device = usePosition(
    (position) => fields.setFieldValue('position', position),
    fields.values.position === null && !form.mending,
  );
  return (
    <PlaceField
      label="Location"
      optional
      autoCapitalize="sentences"
      {...nextKey}
      {...textInput(form, 'location')}
      positionId={fieldId('position')}
      position={fields.values.position}
      asking={device.asking}
      problem={device.problem ?? errorOf(fields, 'position')}
      onTake={device.ask}
      onRemove={() => fields.setFieldValue('position', null)}
    />
  );
}
