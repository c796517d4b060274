import type { SentBody } from '#contract/endpoint.ts';
import { passwordsDiffer } from '#contract/passwords.ts';
import type { Role } from '#contract/roles.ts';
import { createUser } from '#contract/users.ts';
import { formErrors } from '#web/forms/form-errors.ts';
import type { AccountPlace } from '../place-fields.tsx';

/** A user while the form is filled in. */
export interface NewUser extends AccountPlace {
  firstName: string;
  lastName: string;
  username: string;
  email: string;
  phone: string;
  /** Null until one is chosen. */
  role: Exclude<Role, 'guest'> | null;
  password: string;
  confirmPassword: string;
}

export type NewUserField = keyof NewUser;

/** The id of a field's control, where the summary of errors leads. */
export const fieldId = (field: string): string => `user-${field}`;

/** The fields in the order of the form. */
export const fieldOrder: readonly NewUserField[] = [
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

/** An empty form; a new user works where the state admin who adds it does. */
export function newUser(held: AccountPlace): NewUser {
  return {
    firstName: '',
    lastName: '',
    username: '',
    email: '',
    phone: '',
    role: null,
    state: held.state,
    zone: held.zone,
    password: '',
    confirmPassword: '',
  };
}

const contractErrors = formErrors(createUser.body);

/** The first thing wrong with each field; that the passwords differ is said whatever else is wrong. */
export function newUserErrors(user: NewUser): Record<string, string> {
  const errors = contractErrors(user);
  if (user.password !== user.confirmPassword) errors['confirmPassword'] = passwordsDiffer;
  return errors;
}

/** What goes over the wire. Only a form without errors has a role. */
export function bodyOf(user: NewUser): SentBody<typeof createUser> {
  const { role, ...rest } = user;
  if (role === null) throw new Error('A user without a role was about to be sent.');
  return { ...rest, role };
}
