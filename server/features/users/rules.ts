import type { BodyOf } from '#contract/endpoint.ts';
import type { AccountState } from '#contract/places.ts';
import { may, type Role } from '#contract/roles.ts';
import type { updateUser } from '#contract/user-changes.ts';
import { invalid, notFound, Refusal } from '#server/http/refusal.ts';

/** The place of an account: no state is all of them, no zone is headquarters and sees all zones. */
export interface Workplace {
  readonly state: AccountState | null;
  readonly zone: string | null;
}

/** The account as it is, locked. */
export interface Standing extends Workplace {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly active: boolean;
  /** The id of whoever added it. */
  readonly addedBy: string | null;
  readonly ownPassword: boolean;
  /** True until somebody has signed in with it. */
  readonly isUnused: boolean;
}

export type AreasOf = (state: string) => readonly string[];

const forbidden = (sentence: string): Refusal => new Refusal(403, 'forbidden', sentence);

export const emailTaken = new Refusal(
  409,
  'email_taken',
  'This email address already has an account. Enter another one.',
  { email: 'This email address already has an account.' },
);

/** The part of a place that lies beyond another; null when it lies within it. */
function beyond(place: Workplace, holder: Workplace): keyof Workplace | null {
  if (holder.state !== null && holder.state !== place.state) return 'state';
  return holder.zone !== null && holder.zone !== place.zone ? 'zone' : null;
}

const outOfScope = (field: keyof Workplace, sentence: string): Refusal =>
  new Refusal(403, 'out_of_scope', sentence, { [field]: sentence });

/** The place of an account in words; for accounts limited to a state or a zone. */
const whereOf = ({ state, zone }: Workplace): string =>
  [state, zone].filter((name) => name !== null).join(', ');

/**
 * Null when the giver may give this place, else the refusal: 403 beyond the giver's own rights, 400
 * where there is no such place.
 */
export function whyNotPlaced(
  place: Workplace,
  holder: Workplace,
  areasOf: AreasOf,
): Refusal | null {
  const field = beyond(place, holder);
  if (field !== null) {
    const where = whereOf(holder);
    return outOfScope(
      field,
      `You cannot give more access than you have. You can see only ${where}.`,
    );
  }
  if (place.zone === null) return null;
  if (place.state === null) return invalid('zone', 'Select a state for this zone.');
  if (areasOf(place.state).includes(place.zone)) return null;
  return invalid('zone', `${place.zone} is not a zone of ${place.state}.`);
}

/**
 * Null when the change may be made, else the refusal. Nobody takes the rights of a state admin from
 * themselves, and only an active state admin takes them from others: one always remains.
 */
export function whyNotChanged(
  target: Standing,
  by: Standing,
  body: BodyOf<typeof updateUser>,
  areasOf: AreasOf,
): Refusal | null {
  if (!by.active)
    return forbidden('Your account is no longer active. Ask a state admin to activate it.');
  const refusal = target.id === by.id ? whyNotOneself(target, body) : whyNotOther(target, by, body);
  if (refusal) return refusal;
  if (body.id !== undefined && body.id !== target.id)
    return invalid('id', 'The id in the body is not the one in the address.');
  const place = placeAfter(target, body);
  return isPlace(place, target) ? null : whyNotPlaced(place, by, areasOf);
}

const emailStays = 'You cannot change an email address. Add a new user with the new address.';

function whyNotOneself(own: Standing, body: BodyOf<typeof updateUser>): Refusal | null {
  if (body.email !== undefined && body.email !== own.email) return forbidden(emailStays);
  if (body.role !== undefined && body.role !== own.role)
    return forbidden('You cannot change your own role. Ask a state admin.');
  if (body.active === false)
    return forbidden('You cannot deactivate your own account. Ask a state admin.');
  const field = beyond(placeAfter(own, body), own);
  if (field === null) return null;
  return outOfScope(
    field,
    `You can see only ${whereOf(own)}. You can narrow your access yourself. To see more, or another zone, ask a state admin.`,
  );
}

function whyNotOther(
  target: Standing,
  by: Standing,
  body: BodyOf<typeof updateUser>,
): Refusal | null {
  if (!may(by.role, 'add and change users'))
    return forbidden(`You can change only your own account. Your role is ${by.role}.`);
  if (beyond(target, by) !== null) return notFound('user');
  if (body.email === undefined || body.email === target.email) return null;
  if (!target.isUnused) return forbidden(emailStays);
  return target.addedBy === by.id ? null : notAdder;
}

// Whoever says where a first link goes can be its owner, so that it stays the one who added them.
const notAdder = forbidden(
  'Only the person who added this account can change its email address before the first sign-in. Ask them, or deactivate this account and add another.',
);

const ownLink = new Refusal(
  409,
  'own_account',
  'Change your own password on the Security page, or select Forgot password on the sign-in page.',
);

const closedLink = new Refusal(
  409,
  'closed_account',
  'This account is deactivated. Activate it before you send a link.',
);

const noMail = new Refusal(
  409,
  'no_mail',
  'This server sends no email, and the owner of this account has set a password before. Ask them to select Forgot password. The person who runs the server can then find the link in its mail folder.',
);

/** Null when the account `by` may have a link sent to another, or hand it over where no mail is. */
export function whyNotLinked(target: Standing, by: string, mailed: boolean): Refusal | null {
  if (target.id === by) return ownLink;
  if (!target.active) return closedLink;
  if (mailed) return null;
  if (target.ownPassword) return noMail;
  return target.addedBy === by ? null : notAdder;
}

export function placeAfter(target: Workplace, body: BodyOf<typeof updateUser>): Workplace {
  return {
    state: body.state === undefined ? target.state : body.state,
    zone: body.zone === undefined ? target.zone : body.zone,
  };
}

const isPlace = (a: Workplace, b: Workplace): boolean => a.state === b.state && a.zone === b.zone;

/** The fields of `after` that differ, with their values before and after. */
export function differences<T extends object>(
  before: T,
  after: T,
): { before: Partial<T>; after: Partial<T> } | null {
  const changed = (Object.keys(after) as (keyof T)[]).filter((key) => before[key] !== after[key]);
  if (changed.length === 0) return null;
  const pick = (from: T): Partial<T> => {
    const picked: Partial<T> = {};
    for (const key of changed) picked[key] = from[key];
    return picked;
  };
  return { before: pick(before), after: pick(after) };
}
