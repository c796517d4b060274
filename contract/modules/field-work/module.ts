import { type Role, staffRoles } from '../../role-names.ts';
import type { ScreenRow } from '../../screen-paths.ts';

/** Its screens, each with its place in the navigation. */
export const screens = {
  '/my-day': { title: 'My Day', under: '/', permission: 'book' },
  '/check-ticket': { title: 'Check a Ticket', under: '/', permission: 'check a ticket' },
} as const satisfies Record<string, ScreenRow>;

/** What its screens and calls need. */
export const permissions = {
  'check a ticket': staffRoles,
  'revoke devices': ['state admin', 'zonal head'],
} as const satisfies Record<string, readonly Role[]>;
