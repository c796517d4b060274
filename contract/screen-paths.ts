import type { HeldDuty, Switch } from './duties.ts';
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
  /** Its label among the tabs of the entry; without it, the screen above is lit there. */
  readonly tab?: string;
  /** Its tab needs this permission too; everybody else opens the screen by a button. */
  readonly tabNeeds?: Permission;
  /** The name above its tab, where the tabs of an entry have groups. */
  readonly group?: TabGroup;
  /** Booking officers see its tab with one of these duties alone. */
  readonly duties?: readonly HeldDuty[];
  /** While the organisation has this switched off, only those who may switch it on see its tab. */
  readonly switch?: Switch;
}

/** The groups of the tabs, in the order in which they stand. */
const tabGroups = ['Bookings', 'After the ticket', 'Tables', 'Money', 'Audit trail'] as const;
type TabGroup = (typeof tabGroups)[number];

/** True of a screen that is only there with the modules. */
export const isOfModule = (path: string): boolean => Object.hasOwn(moduleScreens, path);

/**
 * Every path of the screens, in its one spelling, and where it belongs in the side navigation. The page
 * answers under any other path with 404.
 */
export const screenRows = {
  '/': { title: 'Base', entry: 'Base', tab: 'Base', permission: 'see the dashboard' },
  '/waiting': {
    title: 'Needs you',
    under: '/',
    tab: 'Needs you',
    permission: 'confirm exceptions',
  },
  '/drivers': { title: 'Driving tests', under: '/', permission: 'see driving tests' },

  '/map': { title: 'Live Map', entry: 'Live Map', permission: 'see the live map' },

  '/unpaid': {
    title: 'Unpaid Bookings',
    entry: 'Unpaid Booking',
    tab: 'Unpaid',
    group: 'Bookings',
    permission: 'see unpaid bookings',
  },
  '/bookings': {
    title: 'All bookings',
    under: '/unpaid',
    tab: 'All bookings',
    group: 'Bookings',
    permission: 'see paid bookings',
  },
  '/dossier': { title: 'Dossier', under: '/unpaid', permission: 'see unpaid bookings' },
  '/late-records': {
    title: 'Late records',
    under: '/unpaid',
    tab: 'Late records',
    group: 'Bookings',
    permission: 'see late records',
  },
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

  '/collisions': {
    title: 'Accidents',
    entry: 'Collisions',
    tab: 'All collisions',
    permission: 'see collisions',
  },

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

  '/report': {
    title: 'Reports Overview',
    entry: 'Reports',
    tab: 'Overview',
    group: 'Tables',
    permission: 'see reports',
  },
  '/cash-up': {
    title: 'Cash-up by officer',
    under: '/report',
    tab: 'Cash-up',
    group: 'Money',
    permission: 'cash up',
  },
  '/exceptions': {
    title: 'Payment exceptions',
    under: '/report',
    tab: 'Exceptions',
    group: 'Money',
    permission: 'see exceptions',
  },
  '/activity': {
    title: 'Activity',
    under: '/report',
    tab: 'Activity',
    group: 'Audit trail',
    permission: 'see history',
  },
  '/withdrawals': {
    title: 'Withdrawals by officer',
    under: '/report',
    tab: 'Withdrawals',
    group: 'Audit trail',
    permission: 'see withdrawals',
  },

  '/admin': { title: 'Users', entry: 'Admin', tab: 'Users', permission: 'see users' },
  '/organisation': {
    title: 'Organisation',
    under: '/admin',
    tab: 'Organisation',
    permission: 'set up the organisation',
  },
  '/fees': { title: 'Fees', under: '/admin', tab: 'Fees', permission: 'see fees' },
  '/operations': {
    title: 'Operations',
    under: '/admin',
    tab: 'Operations',
    permission: 'see operations',
  },

  '/profile': {
    title: 'Account Settings',
    entry: 'Profile',
    tab: 'Account',
    permission: 'see own profile',
  },
  '/security': {
    title: 'Security',
    under: '/profile',
    tab: 'Security',
    permission: 'end own session',
  },
  '/outbox': {
    title: 'Outbox',
    under: '/profile',
    tab: 'Outbox',
    permission: 'record a collision',
  },
  '/guide': { title: 'Guide', under: '/profile', tab: 'Guide', permission: 'end own session' },

  ...moduleScreens,

  '/signin': { title: 'Sign in', permission: 'public' },
  '/resetpassword': { title: 'Reset your password', permission: 'public' },
} as const satisfies Readonly<Record<string, ScreenRow>>;

export type ScreenPath = keyof typeof screenRows;

export const screenPaths = Object.keys(screenRows) as ScreenPath[];

export const isScreenPath = (path: string): path is ScreenPath => Object.hasOwn(screenRows, path);

export const titleOf = (path: ScreenPath): string => screenRows[path].title;

/** The screen whose entry of the navigation is lit on a path; itself where it has one. */
export const litEntryOf = (path: ScreenPath): ScreenPath => above(path, ({ entry }) => entry);

/** The screen whose tab is lit on a path; itself where it has one. */
export const litTabOf = (path: ScreenPath): ScreenPath => above(path, ({ tab }) => tab);

/** The first screen up the line that has something. */
function above(path: ScreenPath, has: (row: ScreenRow) => string | undefined): ScreenPath {
  const row: ScreenRow = screenRows[path];
  if (has(row) !== undefined || row.under === undefined || !isScreenPath(row.under)) return path;
  return above(row.under, has);
}

/** The tabs of the entry that is lit on a path, in their groups; those without a group come first. */
export function tabsAt(path: ScreenPath): readonly { path: ScreenPath; row: ScreenRow }[] {
  const entry = litEntryOf(path);
  const tabs = screenPaths
    .map((one) => ({ path: one, row: screenRows[one] as ScreenRow }))
    .filter((one) => one.row.tab !== undefined && litEntryOf(one.path) === entry);
  return [undefined, ...tabGroups].flatMap((group) =>
    tabs.filter(({ row }) => row.group === group),
  );
}
