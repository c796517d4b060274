import type { RecordTraits } from '../../records.ts';
import type { Role } from '../../role-names.ts';
import type { ScreenRow } from '../../screen-paths.ts';

/** These are its screens, each with its place in the navigation. */
export const screens = {
  '/after': { title: 'After the Ticket', under: '/unpaid', permission: 'see reports' },
  '/obligations': { title: 'Obligations', under: '/after', permission: 'see paid bookings' },
  '/disputes': { title: 'Disputes', under: '/after', permission: 'see disputes' },
  '/court': { title: 'Court Cases', under: '/after', permission: 'see court cases' },
  '/holds': { title: 'Holds', under: '/after', permission: 'see history' },
  '/ticket-rules': { title: 'Rules of Tickets', under: '/after', permission: 'see reconciliation' },
  '/messages': { title: 'Messages', under: '/after', permission: 'see messages' },
} as const satisfies Record<string, ScreenRow>;

/** Its screens and calls need these permissions, which these roles have. */
export const permissions = {
  'see court cases': ['state admin', 'zonal head', 'booking officer', 'observer'],
  'refer to court': ['state admin', 'zonal head', 'booking officer'],
  'confirm court decisions': ['state admin', 'zonal head'],
  'hold records': ['state admin', 'zonal head'],
  'see disputes': ['state admin', 'zonal head', 'booking officer', 'observer'],
  // A zonal head leads whoever has issued the ticket.
  'answer disputes': ['state admin', 'booking officer'],
  'uphold disputes': ['state admin', 'zonal head', 'booking officer'],
  'see messages': ['state admin', 'zonal head', 'observer'],
  'stop messages': ['state admin', 'zonal head'],
} as const satisfies Record<string, readonly Role[]>;

/** Its kinds of record. */
export const records = {
  case: {
    screen: '/court',
    see: 'see court cases',
  },
  dispute: {
    screen: '/disputes',
    see: 'see disputes',
    called: 'objection',
  },
  obligation: {
    screen: '/obligations',
    see: 'see paid bookings',
  },
  hold: {
    screen: '/holds',
    see: 'see history',
  },
} as const satisfies Record<string, RecordTraits>;
