import { type AccountState, accountStates } from '#contract/places.ts';
import { ReadOnlyField } from '#web/ui/fields/read-only-field.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { usePlaces } from './use-places.ts';
import { allStates, headquarters } from './user-words.ts';

/** Where an account works: no state is all of them, no zone is headquarters. */
export interface AccountPlace {
  state: AccountState | null;
  zone: string | null;
}

export interface PlaceFieldsProps {
  place: AccountPlace;
  /** What may be given at most: nothing beyond it is offered. */
  held: AccountPlace;
  onChange: (place: AccountPlace) => void;
  zoneLabel?: string | undefined;
  errors?: { state?: string | undefined; zone?: string | undefined };
}

/** State and zone of an account. What is settled by `held` can only be read. */
export function PlaceFields({ place, held, onChange, zoneLabel, errors = {} }: PlaceFieldsProps) {
  const places = usePlaces();
  const areas = places.find(({ name }) => name === place.state)?.cities ?? [];
  const label = zoneLabel ?? 'Zone';
  return (
    <>
      {held.state === null ? (
        <SelectField
          label="State"
          options={[allStates, ...accountStates]}
          value={place.state ?? allStates}
          error={errors.state}
          onChange={(chosen) => {
            const state = accountStates.find((name) => name === chosen) ?? null;
            if (state !== place.state) onChange({ state, zone: null });
          }}
        />
      ) : (
        <ReadOnlyField label="State" value={held.state} />
      )}
      {held.zone === null ? (
        <SelectField
          label={label}
          options={[{ value: headquarters, label: 'Hq, all zones' }, ...areas]}
          value={place.zone ?? headquarters}
          searchable
          disabled={place.state === null}
          nothingFound="No such zone"
          error={errors.zone}
          onChange={(chosen) =>
            onChange({ ...place, zone: chosen === headquarters ? null : chosen })
          }
        />
      ) : (
        <ReadOnlyField label={label} value={held.zone} />
      )}
    </>
  );
}
