import { useForm } from '@mantine/form';
import { useState } from 'react';
import type { SentBody } from '#contract/endpoint.ts';
import { passwordsDiffer } from '#contract/passwords.ts';
import {
  chooseZone,
  createUser as createUserEndpoint,
  type HandedLink,
  zonedRoles,
} from '#contract/user-changes.ts';
import { useCurrentUser, useDispatch } from '#web/api/store-hooks.ts';
import { failedCall } from '#web/api/use-loaded.ts';
import { formErrors } from '#web/forms/form-errors.ts';
import { useRefusal } from '#web/forms/refusal.ts';
import { toastDone, toastFailed } from '#web/ui/feedback/toast.tsx';
import type { ErrorSummaryProps } from '#web/ui/fields/error-summary.tsx';
import type { AccountPlace, StaffRole } from '../account-fields.tsx';
import { createUser } from '../changes.ts';

/** A user while the form is filled in. */
interface NewUser extends AccountPlace {
  firstName: string;
  lastName: string;
  username: string;
  email: string;
  phone: string;
  /** Null until one is chosen. */
  role: StaffRole | null;
  password: string;
  confirmPassword: string;
}

/** The id of a field's control, where the summary of errors leads. */
export const fieldId = (field: string): string => `user-${field}`;

/** The fields in the order of the form. */
const fieldOrder: readonly (keyof NewUser)[] = [
  'firstName',
  'lastName',
  'username',
  'phone',
  'email',
  'role',
  'state',
  'zone',
  'password',
  'confirmPassword',
];

type Form = ReturnType<typeof useForm<NewUser>>;
type Options = Parameters<typeof useForm<NewUser>>[0];

export interface NewUserForm {
  form: Form;
  /** The place of the state admin, beyond which nothing can be given. */
  held: AccountPlace;
  saving: boolean;
  submit: () => Promise<void>;
  refusal: ErrorSummaryProps;
  /** The link of the user who was added, where no mail is set up. */
  handed: HandedLink | null;
}

/** The form of a new user: sends it, and keeps what was typed when it is refused. */
export function useNewUser(picture: File | null, onDone: () => void): NewUserForm {
  const dispatch = useDispatch();
  const user = useCurrentUser();
  const held: AccountPlace = { state: user?.state ?? null, zone: user?.zone ?? null };
  const [saving, setSaving] = useState(false);
  const [handed, setHanded] = useState<HandedLink | null>(null);
  const options: Options = {
    initialValues: emptyUser(held),
    validate: newUserErrors,
    validateInputOnBlur: true,
  };
  const form: Form = useForm<NewUser>(options);
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
    try {
      const link = await createUser(dispatch, { body: bodyOf(form.values), picture });
      const sent = `Hanya has emailed a link to ${form.values.email}. The link works for 7 days.`;
      toastDone(link ? 'User added.' : `User added. ${sent}`);
      if (link) setHanded(link);
      else onDone();
    } catch (error) {
      const failed = failedCall(error);
      refuse(failed.fields, failed.message);
      toastFailed(failed.message);
    }
    setSaving(false);
  }

  return { form, held, saving, submit, refusal, handed };
}

/** A new user works within the place of the state admin who adds it. */
function emptyUser(held: AccountPlace): NewUser {
  return {
    firstName: '',
    lastName: '',
    username: '',
    email: '',
    phone: '',
    role: null,
    state: held.state ?? undefined,
    zone: held.zone ?? undefined,
    password: '',
    confirmPassword: '',
  };
}

const contractErrors = formErrors(createUserEndpoint.body);

/** The contract compares fields only once each is right by itself; here they always are. */
function newUserErrors(user: NewUser): Record<string, string> {
  const errors = contractErrors(asSent(user));
  if (user.password !== user.confirmPassword) errors['confirmPassword'] = passwordsDiffer;
  if (user.state === undefined) errors['state'] ??= 'Select a state.';
  else if (user.state !== null && user.zone === undefined && zonedRoles.includes(user.role ?? ''))
    errors['zone'] ??= chooseZone;
  return errors;
}

/** Without a password of ours the owner sets one by the mailed link. */
function asSent({ password, confirmPassword, ...user }: NewUser) {
  return password === '' ? user : { ...user, password, confirmPassword };
}

/** Only a form without errors has a role. */
function bodyOf(user: NewUser): SentBody<typeof createUserEndpoint> {
  const { role, ...rest } = asSent(user);
  if (role === null) throw new Error('A user without a role was about to be sent.');
  return { ...rest, role };
}
