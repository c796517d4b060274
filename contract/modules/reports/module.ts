import { type Role, staffRoles } from '../../role-names.ts';
import type { ScreenRow } from '../../screen-paths.ts';

/** These are its screens, each with its place in the navigation. */
export const screens = {
  '/black-spots': { title: 'Black spots', under: '/collisions', permission: 'see black spots' },
  '/reports': { title: 'Reports', under: '/report', permission: 'see reconciliation' },
  '/report-rows': {
    title: 'Records Behind a Figure',
    under: '/report',
    permission: 'see reconciliation',
  },
  '/questions': { title: 'Questions about Records', under: '/', permission: 'see own questions' },
} as const satisfies Record<string, ScreenRow>;

/** Its screens and calls need these permissions, which these roles have. */
export const permissions = {
  'see black spots': ['state admin', 'zonal head', 'observer'],
  'schedule reports': ['state admin', 'zonal head', 'observer'],
  'close reports': ['state admin'],
  'see own questions': staffRoles,
  'answer questions': staffRoles,
} as const satisfies Record<string, readonly Role[]>;
