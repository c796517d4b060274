import type { Role } from '../../role-names.ts';
import type { ScreenRow } from '../../screen-paths.ts';

/** Its screens, each with its place in the navigation. */
export const screens = {
  '/payments': { title: 'Payments by Offence', under: '/after', permission: 'see reconciliation' },
  '/refunds': { title: 'Refunds', under: '/after', permission: 'see reconciliation' },
  '/reconciliation': {
    title: 'Reconciliation',
    under: '/report',
    permission: 'see reconciliation',
  },
} as const satisfies Record<string, ScreenRow>;

/** What its screens and calls need. */
export const permissions = {
  'see reconciliation': ['state admin', 'zonal head', 'observer'],
  reconcile: ['state admin'],
} as const satisfies Record<string, readonly Role[]>;
