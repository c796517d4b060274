import type { User } from '#contract/users.ts';
import { count } from '#web/format/money.ts';

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

/** `48 users`, and the singular for one. */
export function userCount(total: number): string {
  return `${count(total)} ${total === 1 ? 'user' : 'users'}`;
}

/** `Zonal head`: a role where it stands alone. */
export function roleName(role: string): string {
  return role.charAt(0).toUpperCase() + role.slice(1);
}
