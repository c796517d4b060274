import { useForm } from '@mantine/form';
import { useState, type SubmitEventHandler } from 'react';
import type { User } from '#contract/users.ts';
import { focusFirstError } from '#web/forms/form-errors.ts';
import { useCurrentUser, useDispatch } from '#web/api/store-hooks.ts';
import { toastDone, toastFailed } from '#web/ui/feedback/toast.tsx';
import {
  bodyOf,
  draftErrors,
  draftOf,
  fieldId,
  narrows,
  type AccountDraft,
} from './account-draft.ts';
import { updateUser } from './slice.ts';
import { unexpected } from '#web/api/unexpected.ts';

type AccountForm = ReturnType<typeof useForm<AccountDraft>>;
type Options = Parameters<typeof useForm<AccountDraft>>[0];

export interface AccountFormState {
  form: AccountForm;
  /** Whether it is the signed-in person's own account. */
  own: boolean;
  saving: boolean;
  asking: boolean;
  refusal: string;
  submit: SubmitEventHandler<HTMLFormElement>;
  save: () => Promise<void>;
  giveUp: () => void;
}

/**
 * The form of an account that exists. Narrowing one's own state or zone can't be taken back, so
 * `asking` is true then, until it is confirmed or given up. `refusal` is what the server said that
 * concerns none of the fields.
 */
export function useAccountForm(user: User, done: string): AccountFormState {
  const dispatch = useDispatch();
  const own = useCurrentUser()?.id === user.id;
  const [saving, setSaving] = useState(false);
  const [asking, setAsking] = useState(false);
  const [refusal, setRefusal] = useState('');
  const options: Options = {
    initialValues: draftOf(user),
    validate: draftErrors,
    validateInputOnBlur: true,
  };
  const form: AccountForm = useForm<AccountDraft>(options);

  async function save(): Promise<void> {
    setAsking(false);
    setSaving(true);
    setRefusal('');
    const body = bodyOf(user, form.getValues());
    const outcome = await dispatch(updateUser({ id: user.id, own, body }));
    setSaving(false);
    if (updateUser.fulfilled.match(outcome)) {
      const saved = draftOf(outcome.payload);
      form.setInitialValues(saved);
      form.setValues(saved);
      form.resetDirty(saved);
      toastDone(done);
    } else {
      const failed = outcome.payload ?? unexpected;
      form.setErrors(failed.fields);
      const [field] = Object.keys(failed.fields);
      const control = field === undefined ? null : document.getElementById(fieldId(field));
      // What stands beside a field need not be said above the form as well.
      if (control === null) setRefusal(failed.message);
      else control.scrollIntoView({ block: 'center' });
      toastFailed(failed.message);
    }
  }

  const submit = form.onSubmit((draft) => {
    if (saving) return;
    if (own && narrows(user, draft)) setAsking(true);
    else void save();
  }, focusFirstError(form));

  return { form, own, saving, asking, refusal, submit, save, giveUp: () => setAsking(false) };
}
