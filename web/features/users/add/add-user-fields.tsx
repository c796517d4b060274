import { staffRoles } from '#contract/roles.ts';
import { FieldGrid, FullRow } from '#web/ui/fields/form-section.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { NameFields } from '../name-fields.tsx';
import { placeErrors } from '../account-draft.ts';
import { PlaceFields, type AccountPlace } from '../place-fields.tsx';
import { roleName } from '../user-words.ts';
import { fieldId, type NewUserField } from './new-user.ts';
import type { NewUserForm } from './use-add-user.ts';

interface AddUserFieldsProps {
  form: NewUserForm;
  /** The most that the new user can be given. */
  held: AccountPlace;
}

type TextName = Exclude<NewUserField, 'role' | 'state' | 'zone'>;

export function AddUserFields({ form, held }: AddUserFieldsProps) {
  const input = (name: TextName) => ({ id: fieldId(name), name, ...form.getInputProps(name) });
  const errorOf = (name: NewUserField) => {
    const error = form.errors[name];
    return typeof error === 'string' ? error : undefined;
  };
  return (
    <FieldGrid stacking>
      <NameFields input={input} />
      <FullRow>
        <TextField
          label="Email"
          hint="They sign in with it. It cannot be changed later."
          type="email"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          autoComplete="off"
          {...input('email')}
        />
      </FullRow>
      <FullRow>
        <SelectField
          label="Role"
          id={fieldId('role')}
          options={staffRoles.map((role) => ({ value: role, label: roleName(role) }))}
          value={form.values.role}
          placeholder="Choose a role"
          error={errorOf('role')}
          onChange={(chosen) =>
            form.setFieldValue('role', staffRoles.find((role) => role === chosen) ?? null)
          }
        />
      </FullRow>
      <PlaceFields
        place={{ state: form.values.state, zone: form.values.zone }}
        held={held}
        fieldId={fieldId}
        errors={placeErrors(form.errors)}
        onChange={(place) => form.setValues(place)}
      />
      <PasswordField
        label="Password"
        hint="At least 12 characters."
        autoComplete="new-password"
        {...input('password')}
      />
      <PasswordField
        label="Confirm Password"
        hint="The same once more."
        autoComplete="new-password"
        {...input('confirmPassword')}
      />
    </FieldGrid>
  );
}
