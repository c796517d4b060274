import type { useForm } from '@mantine/form';
import { type AccountState, accountStates, headquarters } from '#contract/places.ts';
import { staffRoles } from '#contract/roles.ts';
import { zonedRoles } from '#contract/user-changes.ts';
import { errorOf } from '#web/forms/refusal.ts';
import { usePlaces } from '#web/records/places.ts';
import { ReadOnlyField } from '#web/ui/fields/read-only-field.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { allStates, roleName } from './user-words.ts';

/**
 * The place of an account: null is all states, or headquarters. Of a new one each is undefined until it
 * is chosen, so that nobody is given all of them by forgetting.
 */
export interface AccountPlace {
  state: AccountState | null | undefined;
  zone: string | null | undefined;
}

export type StaffRole = (typeof staffRoles)[number];

type Form = ReturnType<typeof useForm>;
type FieldId = (field: string) => string;

export interface NameFieldsProps {
  form: Pick<Form, 'getInputProps'>;
  /** The id of a field's control, where a summary of errors leads to it. */
  fieldId?: FieldId;
  /** True if they are the signed-in person's own, so that the browser may fill them in. */
  own?: boolean;
}

/** The names and the phone number, in the order of Account Settings. */
export function NameFields({ form, fieldId, own = false }: NameFieldsProps) {
  const input = (name: string, autoComplete: string) => ({
    id: fieldId?.(name),
    name,
    autoComplete: own ? autoComplete : 'off',
    ...form.getInputProps(name),
  });
  return (
    <>
      <TextField
        label="Username"
        optional
        autoCapitalize="none"
        {...input('username', 'username')}
      />
      <TextField label="First Name" autoCapitalize="words" {...input('firstName', 'given-name')} />
      <TextField label="Last Name" autoCapitalize="words" {...input('lastName', 'family-name')} />
      <TextField
        label="Phone Number"
        optional
        type="tel"
        inputMode="tel"
        {...input('phone', 'tel')}
      />
    </>
  );
}

export interface RoleFieldProps {
  id?: string;
  hint?: string;
  placeholder?: string;
  value: StaffRole | null;
  error?: string | undefined;
  onChange: (role: StaffRole | null) => void;
}

export function RoleField({ onChange, ...field }: RoleFieldProps) {
  return (
    <SelectField
      {...field}
      label="Role"
      options={staffRoles.map((role) => ({ value: role, label: roleName(role) }))}
      onChange={(chosen) => onChange(staffRoles.find((role) => role === chosen) ?? null)}
    />
  );
}

export interface PlaceFieldsProps {
  form: Pick<Form, 'errors'> & {
    values: AccountPlace & { role: StaffRole | null };
    setValues: (place: AccountPlace) => void;
  };
  fieldId: FieldId;
  /** The place of whoever gives it to somebody else: nothing beyond it is offered. */
  held?: AccountPlace | undefined;
  zoneLabel?: string;
  isNew?: boolean;
}

const everything: AccountPlace = { state: null, zone: null };
const yourOwn = 'the same as yours';

/** State and zone of an account; a value that `held` settles is read-only. */
export function PlaceFields(props: PlaceFieldsProps) {
  const { form, fieldId, held = everything, zoneLabel = 'Zone', isNew = false } = props;
  const { state, zone, role } = form.values;
  const isZoned = role === null || zonedRoles.includes(role);
  // An account that there is keeps a zone: its server takes no change without one.
  const unchosenZone = isNew ? undefined : null;
  const { places } = usePlaces();
  const zones = places.find(({ name }) => name === state)?.cities ?? [];
  return (
    <>
      {held.state === null ? (
        <SelectField
          label="State"
          id={fieldId('state')}
          options={[allStates, ...accountStates]}
          placeholder="Select a state"
          value={state === undefined ? null : (state ?? allStates)}
          error={errorOf(form, 'state')}
          onChange={(chosen) => {
            const next = accountStates.find((name) => name === chosen) ?? null;
            if (next !== state) form.setValues({ state: next, zone: next && unchosenZone });
          }}
        />
      ) : (
        <ReadOnlyField label="State" note={yourOwn} value={held.state} />
      )}
      {held.zone === null ? (
        <SelectField
          label={zoneLabel}
          id={fieldId('zone')}
          hint={state ? undefined : 'Select a state first.'}
          placeholder="Select a zone"
          options={[{ value: headquarters, label: 'Hq, all zones' }, ...zones]}
          value={zone === undefined && isZoned ? null : (zone ?? headquarters)}
          searchable
          disabled={!state}
          nothingFound="No zone matches"
          error={errorOf(form, 'zone')}
          onChange={(chosen) =>
            form.setValues({ state, zone: chosen === headquarters ? null : (chosen ?? undefined) })
          }
        />
      ) : (
        <ReadOnlyField label={zoneLabel} note={yourOwn} value={held.zone} />
      )}
    </>
  );
}
