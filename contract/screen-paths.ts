import type { Permission } from './roles.ts';

/**
 * Every path of the screens, in its one spelling, with the name of its screen: its h1, and the title of
 * the tab. The page answers under any other path with 404.
 */
export const screenTitles = {
  '/': 'Base',
  '/map': 'Live Map',
  '/unpaid': 'Unpaid Bookings',
  '/paid': 'Paid Bookings',
  '/completed': 'Completed Bookings',
  '/collisions': 'Accidents',
  '/black-spots': 'Black spots',
  '/unpaid-insurance': 'Unpaid Insurance',
  '/insurance': 'Regularised Insurance',
  '/report': 'Reports Overview',
  '/reports': 'Reports',
  '/admin': 'Users',
  '/profile': 'Account Settings',
  '/security': 'Security',
  '/organisation': 'Organisation',
  '/operations': 'Operations',
  '/dossier': 'Dossier',
  '/bookings': 'All Bookings',
  '/drivers': 'Driving tests',
  '/reconciliation': 'Reconciliation',
  '/exceptions': 'Payment Exceptions',
  '/after': 'After the Ticket',
  '/ticket-rules': 'Rules of Tickets',
  '/obligations': 'Obligations',
  '/court': 'Court Cases',
  '/fees': 'Fees',
  '/withdrawals': 'Withdrawals by Officer',
  '/waiting': 'Waits for You',
  '/activity': 'Activity',
  '/late-records': 'Late Records',
  '/questions': 'Questions about Records',
  '/cash-up': 'Cash-up by Officer',
  '/my-day': 'My Day',
  '/outbox': 'Outbox',
  '/check-ticket': 'Check a Ticket',
  '/guide': 'Guide',
  '/signin': 'Sign in',
  '/resetpassword': 'Reset your password',
} as const;

export type ScreenPath = keyof typeof screenTitles;

export const isScreenPath = (path: string): path is ScreenPath => Object.hasOwn(screenTitles, path);

/** Without it, one is sent from the screen to `/`, and its entry isn't in the navigation. */
export const screenPermissions = {
  '/': 'see the dashboard',
  '/map': 'see the live map',
  '/unpaid': 'see unpaid bookings',
  '/paid': 'see paid bookings',
  '/completed': 'see paid bookings',
  '/collisions': 'see collisions',
  '/black-spots': 'see black spots',
  '/unpaid-insurance': 'see insurance',
  '/insurance': 'see insurance',
  '/report': 'see reports',
  '/reports': 'see reconciliation',
  '/admin': 'see users',
  '/profile': 'see own profile',
  '/security': 'end own session',
  '/organisation': 'set up the organisation',
  '/operations': 'see operations',
  '/dossier': 'see unpaid bookings',
  '/bookings': 'see paid bookings',
  '/drivers': 'see driving tests',
  '/reconciliation': 'see reconciliation',
  '/exceptions': 'see exceptions',
  '/after': 'see reports',
  '/ticket-rules': 'see reconciliation',
  '/obligations': 'see paid bookings',
  '/court': 'see court cases',
  '/fees': 'see fees',
  '/withdrawals': 'see withdrawals',
  '/waiting': 'confirm exceptions',
  '/activity': 'see history',
  '/late-records': 'see late records',
  '/questions': 'see own questions',
  '/cash-up': 'cash up',
  '/my-day': 'book',
  '/outbox': 'record a collision',
  '/check-ticket': 'check a ticket',
  '/guide': 'end own session',
  '/signin': 'public',
  '/resetpassword': 'public',
} as const satisfies Record<ScreenPath, Permission>;

export const screenPaths = Object.keys(screenTitles) as ScreenPath[];
