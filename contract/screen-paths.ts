import { moduleScreens } from './modules/screens.ts';
import type { Permission } from './roles.ts';

export interface ScreenRow {
  /** Its h1, and the title of the tab. */
  readonly title: string;
  /** Without it, one is sent from the screen to `/`, and its entry isn't in the navigation. */
  readonly permission: Permission;
  /** The label of its own entry in the side navigation. */
  readonly entry?: string;
  /** The screen that it stands under; up the line comes one with an entry, which is lit. */
  readonly under?: string;
}

/** True of a screen that is only there with the modules. */
export const isOfModule = (path: string): boolean => Object.hasOwn(moduleScreens, path);

/**
 * Every path of the screens, in its one spelling, and where it belongs in the side navigation. The page
 * answers under any other path with 404.
 */
export const screenRows = {
  '/': { title: 'Base', entry: 'Base', permission: 'see the dashboard' },
  '/waiting': { title: 'Waits for You', under: '/', permission: 'confirm exceptions' },
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

  ...moduleScreens,

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
