import type { RecordTraits } from '../../records.ts';
import type { Role } from '../../role-names.ts';
import type { ScreenRow } from '../../screen-paths.ts';

/** These are its screens, each with its place in the navigation. */
export const screens = {
  '/obligations': {
    title: 'Obligations',
    under: '/unpaid',
    tab: 'Obligations',
    group: 'After the ticket',
    permission: 'see paid bookings',
    duties: ['yard keeper', 'examiner'],
  },
  '/disputes': {
    title: 'Objections',
    under: '/unpaid',
    tab: 'Objections',
    group: 'After the ticket',
    permission: 'see disputes',
    duties: ['dispute officer'],
  },
  '/court': {
    title: 'Court cases',
    under: '/unpaid',
    tab: 'Court',
    group: 'After the ticket',
    permission: 'see court cases',
    duties: ['court officer'],
  },
  '/holds': {
    title: 'Holds',
    under: '/unpaid',
    tab: 'Holds',
    group: 'After the ticket',
    permission: 'see history',
  },
  '/messages': {
    title: 'Messages',
    under: '/unpaid',
    tab: 'Messages',
    group: 'After the ticket',
    permission: 'see messages',
  },
  '/ticket-rules': {
    title: 'Ticket rules',
    under: '/admin',
    tab: 'Ticket rules',
    permission: 'see fees',
  },
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
