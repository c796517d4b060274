import { type Role, staffRoles } from '../../role-names.ts';
import type { ScreenRow } from '../../screen-paths.ts';

/** These are its screens, each with its place in the navigation. */
export const screens = {
  '/black-spots': {
    title: 'Black spots',
    under: '/collisions',
    tab: 'Black spots',
    permission: 'see black spots',
  },
  '/reports': {
    title: 'Reports',
    under: '/report',
    tab: 'All reports',
    group: 'Tables',
    permission: 'see reconciliation',
  },
  '/report-rows': {
    title: 'Records behind a figure',
    under: '/reports',
    permission: 'see reconciliation',
  },
  '/questions': {
    title: 'Questions about records',
    under: '/',
    tab: 'Questions',
    permission: 'see own questions',
    switch: 'questions',
  },
} as const satisfies Record<string, ScreenRow>;

/** Its screens and calls need these permissions, which these roles have. */
export const permissions = {
  'see black spots': ['state admin', 'zonal head', 'observer'],
  'schedule reports': ['state admin', 'zonal head', 'observer'],
  'close reports': ['state admin'],
  'see own questions': staffRoles,
  'answer questions': staffRoles,
} as const satisfies Record<string, readonly Role[]>;
