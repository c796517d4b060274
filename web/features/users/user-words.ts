import { headquarters } from '#contract/places.ts';
import { noPicture, type User } from '#contract/users.ts';

/** Shown for an account without a state. */
export const allStates = 'All states';

export function fullName({ firstName, lastName }: Pick<User, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`;
}

/** `Kaduna - observer - Zone Hq`: state, role and zone of an account in one line. */
export function standingOf({ state, role, zone }: Pick<User, 'state' | 'role' | 'zone'>): string {
  return [state ?? allStates, role, zone ?? `Zone ${headquarters}`].join(' - ');
}

/** `Zonal head` */
export function roleName(role: string): string {
  return role.charAt(0).toUpperCase() + role.slice(1);
}

/** The address of a user's picture; undefined for those without one. */
export function pictureAddress(picture: string): string | undefined {
  return picture === noPicture ? undefined : picture;
}
