import { type AccountState, accountStates } from '#contract/places.ts';
import { ReadOnlyField } from '#web/ui/fields/read-only-field.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { usePlaces } from '#web/records/places.ts';
import { allStates, headquarters } from './user-words.ts';

/** Where an account works: no state is all of them, no zone is headquarters. */
export interface AccountPlace {
  state: AccountState | null;
  zone: string | null;
}

export interface PlaceFieldsProps {
  place: AccountPlace;
  /** What may be given to somebody else at most: nothing beyond it is offered. */
  held?: AccountPlace | undefined;
  /** The id of a field's control. */
  fieldId: (field: keyof AccountPlace) => string;
  onChange: (place: AccountPlace) => void;
  zoneLabel?: string | undefined;
  errors?: { state?: string | undefined; zone?: string | undefined };
}

const everything: AccountPlace = { state: null, zone: null };
const yourOwn = 'yours: you give no more than you hold';

/** State and zone of an account. What is settled by `held` can only be read. */
export function PlaceFields(props: PlaceFieldsProps) {
  const { place, held = everything, onChange, zoneLabel, fieldId, errors = {} } = props;
  const { places } = usePlaces();
  const areas = places.find(({ name }) => name === place.state)?.cities ?? [];
  const label = zoneLabel ?? 'Zone';
  return (
    <>
      {held.state === null ? (
        <SelectField
          label="State"
          id={fieldId('state')}
          options={[allStates, ...accountStates]}
          value={place.state ?? allStates}
          error={errors.state}
          onChange={(chosen) => {
            const state = accountStates.find((name) => name === chosen) ?? null;
            if (state !== place.state) onChange({ state, zone: null });
          }}
        />
      ) : (
        <ReadOnlyField label="State" note={yourOwn} value={held.state} />
      )}
      {held.zone === null ? (
        <SelectField
          label={label}
          id={fieldId('zone')}
          hint={place.state === null ? 'Choose a state first.' : undefined}
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
        <ReadOnlyField label={label} note={yourOwn} value={held.zone} />
      )}
    </>
  );
}
