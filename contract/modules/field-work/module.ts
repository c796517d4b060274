import { type Role, staffRoles } from '../../role-names.ts';
import type { ScreenRow } from '../../screen-paths.ts';

/** These are its screens, each with its place in the navigation. */
export const screens = {
  '/check-ticket': {
    title: 'Check a ticket',
    under: '/',
    tab: 'Check a ticket',
    tabNeeds: 'see history',
    permission: 'check a ticket',
  },
} as const satisfies Record<string, ScreenRow>;

/** Its screens and calls need these permissions, which these roles have. */
export const permissions = {
  'check a ticket': staffRoles,
  'revoke devices': ['state admin', 'zonal head'],
} as const satisfies Record<string, readonly Role[]>;
