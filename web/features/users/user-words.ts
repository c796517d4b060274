import type { User } from '#contract/users.ts';

/** What stands for no state and for no zone. */
export const allStates = 'All states';
export const headquarters = 'Hq';

export function fullName({ firstName, lastName }: Pick<User, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`;
}

/** `Kaduna - observer - Zone Hq`: state, role and zone of an account in one line. */
export function standingOf({ state, role, zone }: Pick<User, 'state' | 'role' | 'zone'>): string {
  return [state ?? allStates, role, zone ?? `Zone ${headquarters}`].join(' - ');
}

/** `Zonal head`: a role where it stands alone. */
export function roleName(role: string): string {
  return role.charAt(0).toUpperCase() + role.slice(1);
}
