import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useCurrentUser, useDispatch } from '#web/api/store-hooks.ts';
import { useRefusal } from '#web/forms/refusal.ts';
import type { ErrorSummaryProps } from '#web/ui/fields/error-summary.tsx';
import { toastDone, toastFailed } from '#web/ui/feedback/toast.tsx';
import type { AccountPlace } from '../place-fields.tsx';
import { createUser } from '../slice.ts';
import { unexpected } from '#web/api/unexpected.ts';
import { bodyOf, fieldId, fieldOrder, newUser, newUserErrors, type NewUser } from './new-user.ts';

export type NewUserForm = ReturnType<typeof useForm<NewUser>>;
type Options = Parameters<typeof useForm<NewUser>>[0];

interface AddUser {
  form: NewUserForm;
  /** The most that the new user can be given. */
  held: AccountPlace;
  saving: boolean;
  submit: () => Promise<void>;
  refusal: ErrorSummaryProps;
}

/** The form of a new user: sends it, and keeps what was typed when it is refused. */
export function useAddUser(picture: File | null, onDone: () => void): AddUser {
  const dispatch = useDispatch();
  const user = useCurrentUser();
  const held: AccountPlace = { state: user?.state ?? null, zone: user?.zone ?? null };
  const [saving, setSaving] = useState(false);
  const options: Options = {
    initialValues: newUser(held),
    validate: newUserErrors,
    validateInputOnBlur: true,
  };
  const form: NewUserForm = useForm<NewUser>(options);

  const title = 'The user was not added';
  const { refuse, refusal } = useRefusal({ form, fieldId, order: fieldOrder, title });

  async function submit(): Promise<void> {
    if (saving) return;
    const errors = newUserErrors(form.values);
    if (Object.keys(errors).length > 0) {
      refuse(errors);
      return;
    }
    setSaving(true);
    const outcome = await dispatch(createUser({ body: bodyOf(form.values), picture }));
    setSaving(false);
    if (createUser.fulfilled.match(outcome)) {
      toastDone('User added');
      onDone();
    } else {
      const failed = outcome.payload ?? unexpected;
      refuse(failed.fields, failed.message);
      toastFailed(failed.message);
    }
  }

  return { form, held, saving, submit, refusal };
}
