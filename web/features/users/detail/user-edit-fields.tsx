import { staffRoles } from '#contract/roles.ts';
import type { User } from '#contract/users.ts';
import { useCurrentUser } from '#web/api/store-hooks.ts';
import { FieldGrid, FullRow } from '#web/ui/fields/form-section.tsx';
import { ReadOnlyField } from '#web/ui/fields/read-only-field.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { NameFields } from '../name-fields.tsx';
import { PlaceFields } from '../place-fields.tsx';
import { fieldId, placeErrors } from '../account-draft.ts';
import type { AccountFormState } from '../use-account-form.ts';
import { roleName } from '../user-words.ts';

interface UserEditFieldsProps {
  user: User;
  form: AccountFormState['form'];
  own: boolean;
}

export function UserEditFields({ user, form, own }: UserEditFieldsProps) {
  const me = useCurrentUser();
  const { role, state, zone } = form.values;
  return (
    <FieldGrid stacking>
      <NameFields input={(name) => ({ name, ...form.getInputProps(name) })} />
      <FullRow>
        <ReadOnlyField label="Email" note="cannot be changed" value={user.email} />
      </FullRow>
      <FullRow>
        {own ? (
          <ReadOnlyField label="Role" note="no one changes their own" value={roleName(user.role)} />
        ) : (
          <SelectField
            label="Role"
            hint="A change of role, state or zone signs this user out at once."
            options={staffRoles.map((name) => ({ value: name, label: roleName(name) }))}
            value={role}
            onChange={(chosen) =>
              form.setFieldValue('role', staffRoles.find((name) => name === chosen) ?? null)
            }
          />
        )}
      </FullRow>
      <PlaceFields
        place={{ state, zone }}
        held={own ? undefined : { state: me?.state ?? null, zone: me?.zone ?? null }}
        fieldId={fieldId}
        onChange={(place) => form.setValues(place)}
        errors={placeErrors(form.errors)}
      />
    </FieldGrid>
  );
}
