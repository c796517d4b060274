import type { Role } from '../../role-names.ts';
import type { ScreenRow } from '../../screen-paths.ts';

/** These are its screens, each with its place in the navigation. */
export const screens = {
  '/reconciliation': {
    title: 'Reconciliation',
    under: '/report',
    tab: 'Reconciliation',
    group: 'Money',
    permission: 'see reconciliation',
  },
  '/refunds': {
    title: 'Refunds',
    under: '/report',
    tab: 'Refunds',
    group: 'Money',
    permission: 'see reconciliation',
  },
} as const satisfies Record<string, ScreenRow>;

/** Its screens and calls need these permissions, which these roles have. */
export const permissions = {
  'see reconciliation': ['state admin', 'zonal head', 'observer'],
  reconcile: ['state admin'],
} as const satisfies Record<string, readonly Role[]>;
