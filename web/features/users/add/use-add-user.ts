import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useCurrentUser, useDispatch } from '#web/api/store-hooks.ts';
import type { ErrorSummaryProps } from '#web/ui/fields/error-summary.tsx';
import { toastDone, toastFailed } from '#web/ui/feedback/toast.tsx';
import type { AccountPlace } from '../place-fields.tsx';
import { createUser } from '../slice.ts';
import { unexpected } from '#web/api/unexpected.ts';
import { bodyOf, fieldId, fieldOrder, newUser, newUserErrors, type NewUser } from './new-user.ts';

export type NewUserForm = ReturnType<typeof useForm<NewUser>>;
type Options = Parameters<typeof useForm<NewUser>>[0];

/** `attempt` counts the refusals; `message` is the server's sentence, null for our own checks. */
interface Refused {
  attempt: number;
  message: string | null;
}

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
  const [refused, setRefused] = useState<Refused>({ attempt: 0, message: null });
  const options: Options = {
    initialValues: newUser(held),
    validate: newUserErrors,
    validateInputOnBlur: true,
  };
  const form: NewUserForm = useForm<NewUser>(options);

  function refuse(errors: Record<string, string>, message: string | null): void {
    form.setErrors(errors);
    setRefused(({ attempt }) => ({ attempt: attempt + 1, message }));
  }

  async function submit(): Promise<void> {
    if (saving) return;
    const errors = newUserErrors(form.values);
    if (Object.keys(errors).length > 0) {
      refuse(errors, null);
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

  return { form, held, saving, submit, refusal: refusalOf(form.errors, refused) };
}

function refusalOf(
  errors: Readonly<Record<string, unknown>>,
  { attempt, message }: Refused,
): ErrorSummaryProps {
  if (attempt === 0) return { attempt, problems: [] };
  const problems = fieldOrder.flatMap((field) => {
    const error = errors[field];
    return typeof error === 'string' ? [{ field: fieldId(field), message: error }] : [];
  });
  if (message === null) return { attempt, problems };
  return problems.length > 0
    ? { attempt, problems, title: message }
    : { attempt, problems: [{ message }], title: 'The user was not added' };
}
