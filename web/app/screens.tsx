import type { ReactNode } from 'react';
import { may, type Permission, type Role } from '#contract/roles.ts';
import { screenTitles } from '#contract/screen-paths.ts';
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
const rows = [
  {
    path: '/',
    permission: 'see the dashboard',
    nav: { label: 'Base', icon: <IconLayoutDashboard />, group: 1 },
  },
  {
    path: '/map',
    permission: 'see the live map',
    nav: { label: 'Live Map', icon: <IconMapPin2 />, group: 1 },
  },
  {
    path: '/unpaid',
    permission: 'see unpaid bookings',
    nav: { label: 'Unpaid Booking', icon: <IconTicket />, group: 2 },
  },
  {
    path: '/paid',
    permission: 'see paid bookings',
    nav: { label: 'Paid & Awaiting Clearance', icon: <IconCash />, group: 2 },
  },
  {
    path: '/completed',
    permission: 'see paid bookings',
    nav: { label: 'Completed', icon: <IconFlagCheck />, group: 2 },
  },
  {
    path: '/collisions',
    permission: 'see collisions',
    nav: { label: 'Collisions', icon: <IconCarCrash />, group: 3 },
  },
  {
    path: '/unpaid-insurance',
    permission: 'see insurance',
    nav: { label: 'Unpaid Insurance', icon: <IconShieldX />, group: 4 },
  },
  {
    path: '/insurance',
    permission: 'see insurance',
    nav: { label: 'Regularised Insurance', icon: <IconShieldCheck />, group: 4 },
  },
  {
    path: '/report',
    permission: 'see reports',
    nav: { label: 'Reports', icon: <IconChartBar />, group: 5 },
  },
  {
    path: '/admin',
    permission: 'see users',
    nav: { label: 'Admin', icon: <IconUsers />, group: 5 },
  },
  {
    path: '/profile',
    permission: 'see own profile',
    nav: { label: 'Profile', icon: <IconUserCircle />, group: 6 },
  },
  { path: '/security', permission: 'end own session' },
  { path: '/operations', permission: 'see operations' },
  { path: '/dossier', permission: 'see unpaid bookings' },
  { path: '/bookings', permission: 'see paid bookings' },
  { path: '/drivers', permission: 'see driving tests' },
  {
    path: '/reconciliation',
    permission: 'reconcile',
  },
  {
    path: '/exceptions',
    permission: 'see exceptions',
  },
  {
    path: '/fees',
    permission: 'set fees',
  },
  {
    path: '/withdrawals',
    permission: 'see withdrawals',
  },
  {
    path: '/late-records',
    permission: 'see late records',
  },
  { path: '/outbox', permission: 'record a collision' },
  { path: '/check-ticket', permission: 'check a ticket' },
  { path: publicPaths.signIn, permission: 'public' },
  { path: publicPaths.reset, permission: 'public' },
] as const satisfies readonly Omit<Screen, 'title'>[];

const table = rows.map((row) => ({ ...row, title: screenTitles[row.path] }));

/** The paths behind the sign-in. */
export type ScreenPath = Exclude<(typeof rows)[number], { permission: 'public' }>['path'];

/** Every screen behind the sign-in. */
export const screens: readonly (Screen & { path: ScreenPath })[] = table.filter(
  (screen) => screen.permission !== 'public',
);

/** The screen of a path. Only the exact spelling counts: any other is an unknown path. */
export function screenAt(path: string): Screen | undefined {
  return table.find((screen) => screen.path === path);
}

/** True if a role sees a screen and its entry in the navigation. */
export function mayOpen(role: Role, { permission }: Screen): boolean {
  return may(role, permission);
}
