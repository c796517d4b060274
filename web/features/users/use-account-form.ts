import { useForm } from '@mantine/form';
import { type SubmitEventHandler, useState } from 'react';
import type { SentBody } from '#contract/endpoint.ts';
import { staffRoles } from '#contract/roles.ts';
import { updateUser as updateUserEndpoint } from '#contract/user-changes.ts';
import type { User } from '#contract/users.ts';
import { useCurrentUser, useDispatch } from '#web/api/store-hooks.ts';
import { failedCall } from '#web/api/use-loaded.ts';
import { formErrors } from '#web/forms/form-errors.ts';
import { showFirstError } from '#web/forms/refusal.ts';
import { toastDone, toastFailed } from '#web/ui/feedback/toast.tsx';
import type { AccountPlace, StaffRole } from './account-fields.tsx';
import { updateUser } from './changes.ts';

/** The editable part of an account, while it is being edited. */
interface AccountDraft extends AccountPlace {
  username: string;
  firstName: string;
  lastName: string;
  phone: string;
  email: string;
  role: StaffRole | null;
  language: string;
}

/** The id of a field's control. */
export const fieldId = (field: string): string => `account-${field}`;

type Form = ReturnType<typeof useForm<AccountDraft>>;
type Options = Parameters<typeof useForm<AccountDraft>>[0];

export interface AccountForm {
  form: Form;
  /** True if it is the signed-in person's own account. */
  own: boolean;
  saving: boolean;
  asking: boolean;
  refusal: string;
  submit: SubmitEventHandler<HTMLFormElement>;
  save: () => Promise<void>;
  giveUp: () => void;
}

/**
 * The form of an existing account; `done` is the toast after saving. People can't take back a
 * narrower state or zone of their own: `asking` is true until they confirm it or give it up.
 * `refusal` is the server's word about the form as a whole.
 */
export function useAccountForm(user: User, done: string): AccountForm {
  const dispatch = useDispatch();
  const own = useCurrentUser()?.id === user.id;
  const [saving, setSaving] = useState(false);
  const [asking, setAsking] = useState(false);
  const [refusal, setRefusal] = useState('');
  const options: Options = {
    initialValues: draftOf(user),
    validate: formErrors(updateUserEndpoint.body),
    validateInputOnBlur: true,
  };
  const form: Form = useForm<AccountDraft>(options);

  async function save(): Promise<void> {
    setAsking(false);
    setSaving(true);
    setRefusal('');
    const body = bodyOf(user, form.getValues());
    try {
      const saved = draftOf(await updateUser(dispatch, { id: user.id, own, body }));
      form.setInitialValues(saved);
      form.setValues(saved);
      form.resetDirty(saved);
      toastDone(done);
    } catch (error) {
      const failed = failedCall(error);
      form.setErrors(failed.fields);
      const [field] = Object.keys(failed.fields);
      const control = field === undefined ? null : document.getElementById(fieldId(field));
      // An error that stands at its field need not be repeated above the form.
      if (control === null) setRefusal(failed.message);
      else control.scrollIntoView({ block: 'center' });
      toastFailed(failed.message);
    }
    setSaving(false);
  }

  const submit = form.onSubmit((draft) => {
    if (saving) return;
    if (own && narrows(user, draft)) setAsking(true);
    else void save();
  }, showFirstError(form));

  return { form, own, saving, asking, refusal, submit, save, giveUp: () => setAsking(false) };
}

function draftOf(user: User): AccountDraft {
  const { username, firstName, lastName, phone, email, state, zone, language } = user;
  const role = staffRoles.find((name) => name === user.role) ?? null;
  return { username, firstName, lastName, phone, email, state, zone, role, language };
}

/** The whole record: the server takes what has changed. */
function bodyOf(
  { id }: User,
  { role, ...draft }: AccountDraft,
): SentBody<typeof updateUserEndpoint> {
  return { id, ...draft, ...(role !== null && { role }) };
}

/** True if an account would work in only a part of where it works now. */
function narrows(user: AccountPlace, draft: AccountPlace): boolean {
  const isSame = user.state === draft.state && user.zone === draft.zone;
  return (
    !isSame &&
    (user.state === null || user.state === draft.state) &&
    (user.zone === null || user.zone === draft.zone)
  );
}
