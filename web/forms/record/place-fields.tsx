import { useEffect, useState } from 'react';
import { useSay } from '#web/device/language.ts';
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
  const say = useSay();
  return (
    <>
      <OwnPlace form={form} {...props} />
      <TextField
        label={say('Team')}
        optional
        {...words}
        {...nextKey}
        {...textInput(form, 'team')}
      />
      <FullRow>
        <LocationField form={form} />
      </FullRow>
    </>
  );
}

/** The place in words, and the device's position if the officer adds it, or allowed it before. */
function LocationField({ form }: { form: Inputs<PlacedDraft> }) {
  const { fields, fieldId } = form;
  const say = useSay();
  const device = usePosition(
    (position) => fields.setFieldValue('position', position),
    fields.values.position === null && !form.mending,
  );
  const note = useOutsideNote(fields.values);
  return (
    <PlaceField
      label={say('Location')}
      optional
      autoCapitalize="sentences"
      {...nextKey}
      {...textInput(form, 'location')}
      positionId={fieldId('position')}
      position={fields.values.position}
      asking={device.asking}
      positionNote={note && say(note)}
      problem={device.problem ?? errorOf(fields, 'position')}
      onTake={device.ask}
      onRemove={() => fields.setFieldValue('position', null)}
    />
  );
}

/** Says that the position lies outside the state; it can be sent all the same. */
function useOutsideNote({ organisation, position }: PlacedDraft): string | null {
  const [note, setNote] = useState<{ of: typeof position; words: string | null } | null>(null);
  useEffect(() => {
    if (!organisation || !position) return undefined;
    let isLeft = false;
    import('./outside-state.ts')
      .then(({ outsideNote }) => outsideNote(organisation, position))
      .then((words) => !isLeft && setNote({ of: position, words }))
      // Without that file nothing is said here; the record says it once it has arrived.
      .catch(() => undefined);
    return () => {
      isLeft = true;
    };
  }, [organisation, position]);
  return note?.of === position ? note.words : null;
}
