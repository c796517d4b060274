import type { ReactNode } from 'react';
import { may, type Permission, type Role } from '#contract/roles.ts';
import {
  IconCarCrash,
  IconCash,
  IconChartBar,
  IconFlagCheck,
  IconLayoutDashboard,
  IconMapPin2,
  IconShieldCheck,
  IconShieldX,
  IconTicket,
  IconUserCircle,
  IconUsers,
} from '#web/ui/icons.ts';
import { publicPaths } from './return-state.ts';

export interface Screen {
  path: string;
  /** The name of the page: its h1 and the title of the tab. */
  title: string;
  /** Without it, one is sent to `/`. */
  permission: Permission;
  /** Its entry in the side navigation; thin gaps separate the groups. */
  nav?: { label: string; icon: ReactNode; group: number };
}

/** Every path of the product; those of the side navigation in its order. */
const table = [
  {
    path: '/',
    title: 'Base',
    permission: 'see the dashboard',
    nav: { label: 'Base', icon: <IconLayoutDashboard />, group: 1 },
  },
  {
    path: '/map',
    title: 'Live Map',
    permission: 'see the live map',
    nav: { label: 'Live Map', icon: <IconMapPin2 />, group: 1 },
  },
  {
    path: '/unpaid',
    title: 'Unpaid Bookings',
    permission: 'see unpaid bookings',
    nav: { label: 'Unpaid Booking', icon: <IconTicket />, group: 2 },
  },
  {
    path: '/paid',
    title: 'Paid Bookings',
    permission: 'see paid bookings',
    nav: { label: 'Paid & Awaiting Clearance', icon: <IconCash />, group: 2 },
  },
  {
    path: '/completed',
    title: 'Completed Bookings',
    permission: 'see paid bookings',
    nav: { label: 'Completed', icon: <IconFlagCheck />, group: 2 },
  },
  {
    path: '/collisions',
    title: 'Accidents',
    permission: 'see collisions',
    nav: { label: 'Collisions', icon: <IconCarCrash />, group: 3 },
  },
  {
    path: '/unpaid-insurance',
    title: 'Unpaid Insurance',
    permission: 'see insurance',
    nav: { label: 'Unpaid Insurance', icon: <IconShieldX />, group: 4 },
  },
  {
    path: '/insurance',
    title: 'Regularised Insurance',
    permission: 'see insurance',
    nav: { label: 'Regularised Insurance', icon: <IconShieldCheck />, group: 4 },
  },
  {
    path: '/report',
    title: 'Reports Overview',
    permission: 'see reports',
    nav: { label: 'Reports', icon: <IconChartBar />, group: 5 },
  },
  {
    path: '/admin',
    title: 'Users',
    permission: 'see users',
    nav: { label: 'Admin', icon: <IconUsers />, group: 5 },
  },
  {
    path: '/profile',
    title: 'Account Settings',
    permission: 'see own profile',
    nav: { label: 'Profile', icon: <IconUserCircle />, group: 6 },
  },
  { path: '/security', title: 'Security', permission: 'end own session' },
  { path: '/operations', title: 'Operations', permission: 'see operations' },
  { path: '/dossier', title: 'Dossier', permission: 'see unpaid bookings' },
  { path: '/bookings', title: 'All Bookings', permission: 'see paid bookings' },
  { path: '/drivers', title: 'Driving tests', permission: 'see driving tests' },
  {
    path: '/reconciliation',
    title: 'Reconciliation',
    permission: 'reconcile',
  },
  {
    path: '/exceptions',
    title: 'Payment Exceptions',
    permission: 'see exceptions',
  },
  {
    path: '/fees',
    title: 'Fees',
    permission: 'set fees',
  },
  {
    path: '/withdrawals',
    title: 'Withdrawals by Officer',
    permission: 'see withdrawals',
  },
  {
    path: '/late-records',
    title: 'Late Records',
    permission: 'see late records',
  },
  { path: '/outbox', title: 'Outbox', permission: 'record a collision' },
  { path: '/check-ticket', title: 'Check a Ticket', permission: 'check a ticket' },
  { path: publicPaths.signIn, title: 'Sign in', permission: 'public' },
  { path: publicPaths.reset, title: 'Reset your password', permission: 'public' },
] as const satisfies readonly Screen[];

/** The paths behind the sign-in. */
export type ScreenPath = Exclude<(typeof table)[number], { permission: 'public' }>['path'];

/** Every screen behind the sign-in. */
export const screens: readonly (Screen & { path: ScreenPath })[] = table.filter(
  (screen) => screen.permission !== 'public',
);

/** The screen of a path. Only the exact spelling counts: any other is an unknown path. */
export function screenAt(path: string): Screen | undefined {
  return table.find((screen) => screen.path === path);
}

/** Whether a role sees a screen and its entry in the navigation. */
export function mayOpen(role: Role, { permission }: Screen): boolean {
  return may(role, permission);
}
