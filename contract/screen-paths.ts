import type { Permission } from './roles.ts';

interface ScreenRow {
  /** Its h1, and the title of the tab. */
  readonly title: string;
  /** Without it, one is sent from the screen to `/`, and its entry isn't in the navigation. */
  readonly permission: Permission;
  /** The label of its own entry in the side navigation. */
  readonly entry?: string;
  /** The screen that it stands under; up the line comes one with an entry, which is lit. */
  readonly under?: string;
}

/**
 * Every path of the screens, in its one spelling, and where it belongs in the side navigation. The page
 * answers under any other path with 404.
 */
export const screenRows = {
  '/': { title: 'Base', entry: 'Base', permission: 'see the dashboard' },
  '/waiting': { title: 'Waits for You', under: '/', permission: 'confirm exceptions' },
  '/my-day': { title: 'My Day', under: '/', permission: 'book' },
  '/check-ticket': { title: 'Check a Ticket', under: '/', permission: 'check a ticket' },
  '/questions': { title: 'Questions about Records', under: '/', permission: 'see own questions' },
  '/drivers': { title: 'Driving tests', under: '/', permission: 'see driving tests' },

  '/map': { title: 'Live Map', entry: 'Live Map', permission: 'see the live map' },

  '/unpaid': {
    title: 'Unpaid Bookings',
    entry: 'Unpaid Booking',
    permission: 'see unpaid bookings',
  },
  '/bookings': { title: 'All Bookings', under: '/unpaid', permission: 'see paid bookings' },
  '/dossier': { title: 'Dossier', under: '/unpaid', permission: 'see unpaid bookings' },
  '/late-records': { title: 'Late Records', under: '/unpaid', permission: 'see late records' },
  '/after': { title: 'After the Ticket', under: '/unpaid', permission: 'see reports' },
  '/obligations': { title: 'Obligations', under: '/after', permission: 'see paid bookings' },
  '/disputes': { title: 'Disputes', under: '/after', permission: 'see disputes' },
  '/court': { title: 'Court Cases', under: '/after', permission: 'see court cases' },
  '/payments': { title: 'Payments by Offence', under: '/after', permission: 'see reconciliation' },
  '/refunds': { title: 'Refunds', under: '/after', permission: 'see reconciliation' },
  '/holds': { title: 'Holds', under: '/after', permission: 'see history' },
  '/ticket-rules': { title: 'Rules of Tickets', under: '/after', permission: 'see reconciliation' },
  '/messages': { title: 'Messages', under: '/after', permission: 'see messages' },

  '/paid': {
    title: 'Paid Bookings',
    entry: 'Paid & Awaiting Clearance',
    permission: 'see paid bookings',
  },
  '/completed': {
    title: 'Completed Bookings',
    entry: 'Completed',
    permission: 'see paid bookings',
  },

  '/collisions': { title: 'Accidents', entry: 'Collisions', permission: 'see collisions' },
  '/black-spots': { title: 'Black spots', under: '/collisions', permission: 'see black spots' },

  '/unpaid-insurance': {
    title: 'Unpaid Insurance',
    entry: 'Unpaid Insurance',
    permission: 'see insurance',
  },
  '/insurance': {
    title: 'Regularised Insurance',
    entry: 'Regularised Insurance',
    permission: 'see insurance',
  },

  '/report': { title: 'Reports Overview', entry: 'Reports', permission: 'see reports' },
  '/reports': { title: 'Reports', under: '/report', permission: 'see reconciliation' },
  '/report-rows': {
    title: 'Records Behind a Figure',
    under: '/report',
    permission: 'see reconciliation',
  },
  '/reconciliation': {
    title: 'Reconciliation',
    under: '/report',
    permission: 'see reconciliation',
  },
  '/exceptions': { title: 'Payment Exceptions', under: '/report', permission: 'see exceptions' },
  '/cash-up': { title: 'Cash-up by Officer', under: '/report', permission: 'cash up' },
  '/withdrawals': {
    title: 'Withdrawals by Officer',
    under: '/report',
    permission: 'see withdrawals',
  },
  '/activity': { title: 'Activity', under: '/report', permission: 'see history' },

  '/admin': { title: 'Users', entry: 'Admin', permission: 'see users' },
  '/organisation': {
    title: 'Organisation',
    under: '/admin',
    permission: 'set up the organisation',
  },
  '/fees': { title: 'Fees', under: '/admin', permission: 'see fees' },
  '/operations': { title: 'Operations', under: '/admin', permission: 'see operations' },

  '/profile': { title: 'Account Settings', entry: 'Profile', permission: 'see own profile' },
  '/security': { title: 'Security', under: '/profile', permission: 'end own session' },
  '/outbox': { title: 'Outbox', under: '/profile', permission: 'record a collision' },
  '/guide': { title: 'Guide', under: '/profile', permission: 'end own session' },

  '/signin': { title: 'Sign in', permission: 'public' },
  '/resetpassword': { title: 'Reset your password', permission: 'public' },
} as const satisfies Readonly<Record<string, ScreenRow>>;

export type ScreenPath = keyof typeof screenRows;

export const screenPaths = Object.keys(screenRows) as ScreenPath[];

export const isScreenPath = (path: string): path is ScreenPath => Object.hasOwn(screenRows, path);

export const titleOf = (path: ScreenPath): string => screenRows[path].title;

/** The screens that a screen stands under, from its entry in the navigation on down; none above an entry. */
export function screensAbove(path: ScreenPath): readonly ScreenPath[] {
  const { under = '' }: ScreenRow = screenRows[path];
  return isScreenPath(under) ? [...screensAbove(under), under] : [];
}

/** The screen whose entry of the navigation is lit on a path; itself where it has one. */
export const litEntryOf = (path: ScreenPath): ScreenPath => screensAbove(path)[0] ?? path;
