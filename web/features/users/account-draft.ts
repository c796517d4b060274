import type { SentBody } from '#contract/endpoint.ts';
import { staffRoles } from '#contract/roles.ts';
import { updateUser, type User } from '#contract/users.ts';
import { formErrors } from '#web/forms/form-errors.ts';
import type { AccountPlace } from './place-fields.tsx';

export type StaffRole = (typeof staffRoles)[number];

/** What can be changed of an account, while it is being changed. */
export interface AccountDraft extends AccountPlace {
  username: string;
  firstName: string;
  lastName: string;
  phone: string;
  role: StaffRole | null;
}

export function draftOf({ username, firstName, lastName, phone, state, zone, role }: User) {
  const known = staffRoles.find((name) => name === role) ?? null;
  const draft: AccountDraft = { username, firstName, lastName, phone, state, zone, role: known };
  return draft;
}

/** What goes over the wire: the whole record, of which the server takes what has changed. */
export function bodyOf(user: User, { role, ...draft }: AccountDraft): SentBody<typeof updateUser> {
  const { id, email } = user;
  return { id, email, ...draft, ...(role !== null && { role }) };
}

/** The first thing wrong with each field, by the contract's own schema. */
export const draftErrors: (draft: AccountDraft) => Record<string, string> = formErrors(
  updateUser.body,
);

/** Whether an account would work in a part only of where it works now. */
export function narrows(user: AccountPlace, draft: AccountPlace): boolean {
  const isSame = user.state === draft.state && user.zone === draft.zone;
  return (
    !isSame &&
    (user.state === null || user.state === draft.state) &&
    (user.zone === null || user.zone === draft.zone)
  );
}

/** The id of a field's control, where a refusal leads. */
export const fieldId = (field: string): string => `account-${field}`;

/** What is wrong with state and zone, as a form knows it. */
export function placeErrors(errors: Readonly<Record<string, unknown>>) {
  const of = (field: keyof AccountPlace) => {
    const error = errors[field];
    return typeof error === 'string' ? error : undefined;
  };
  return { state: of('state'), zone: of('zone') };
}
