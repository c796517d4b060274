import type { Inputs } from '#web/forms/record/inputs.ts';
import { ZoneSelect } from '#web/forms/record/place-fields.tsx';
import { usePlaces } from './places.ts';

/** The choice of a zone, in a form that reads the places for nothing else. */
export function LoadedZones({ form }: { form: Inputs }) {
  const { places, loading, problem } = usePlaces();
  return (
    <ZoneSelect
      form={form}
      places={places}
      nothingFound={problem ?? (loading ? 'Loading zones' : 'No such zone')}
    />
  );
}
