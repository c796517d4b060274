import { type Role, staffRoles } from '../../role-names.ts';
import type { ScreenRow } from '../../screen-paths.ts';

/** These are its screens, each with its place in the navigation. */
export const screens = {
  '/my-day': { title: 'My day', under: '/', tab: 'My day', permission: 'book' },
  '/check-ticket': {
    title: 'Check a ticket',
    under: '/',
    tab: 'Check a ticket',
    permission: 'check a ticket',
  },
} as const satisfies Record<string, ScreenRow>;

/** Its screens and calls need these permissions, which these roles have. */
export const permissions = {
  'check a ticket': staffRoles,
  'revoke devices': ['state admin', 'zonal head'],
} as const satisfies Record<string, readonly Role[]>;
