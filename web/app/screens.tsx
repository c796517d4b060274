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
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { may, type Permission, type Role } from '#contract/roles.ts';

/** Who may open a screen; whoever may not is led to `/`. */
type Audience = 'everyone' | 'not operator' | 'who sees users' | { may: Permission };

export interface Screen {
  path: string;
  /** The name of the page: its h1 and the title of the tab. */
  title: string;
  audience: Audience;
  /** Its entry in the side navigation; thin gaps separate the groups. */
  nav?: { label: string; icon: ReactNode; group: number };
  /** Off the navigation, linked from the reports: what it is for, in one sentence. */
  onReports?: string;
}

/** Every screen behind the sign-in, in the order of the side navigation. */
export const screens: readonly Screen[] = [
  {
    path: '/',
    title: 'Base',
    audience: 'everyone',
    nav: { label: 'Base', icon: <IconLayoutDashboard />, group: 1 },
  },
  {
    path: '/map',
    title: 'Live Map',
    audience: 'not operator',
    nav: { label: 'Live Map', icon: <IconMapPin2 />, group: 1 },
  },
  {
    path: '/unpaid',
    title: 'Unpaid Bookings',
    audience: 'everyone',
    nav: { label: 'Unpaid Booking', icon: <IconTicket />, group: 2 },
  },
  {
    path: '/paid',
    title: 'Paid Bookings',
    audience: 'not operator',
    nav: { label: 'Paid & Awaiting Clearance', icon: <IconCash />, group: 2 },
  },
  {
    path: '/completed',
    title: 'Completed Bookings',
    audience: 'not operator',
    nav: { label: 'Completed', icon: <IconFlagCheck />, group: 2 },
  },
  {
    path: '/collisions',
    title: 'Accidents',
    audience: 'everyone',
    nav: { label: 'Collisions', icon: <IconCarCrash />, group: 3 },
  },
  {
    path: '/unpaid-insurance',
    title: 'Unpaid Insurance',
    audience: 'not operator',
    nav: { label: 'Unpaid Insurance', icon: <IconShieldX />, group: 4 },
  },
  {
    path: '/insurance',
    title: 'Regularised Insurance',
    audience: 'not operator',
    nav: { label: 'Regularised Insurance', icon: <IconShieldCheck />, group: 4 },
  },
  {
    path: '/report',
    title: 'Reports Overview',
    audience: 'not operator',
    nav: { label: 'Reports', icon: <IconChartBar />, group: 5 },
  },
  {
    path: '/admin',
    title: 'Users',
    audience: 'who sees users',
    nav: { label: 'Admin', icon: <IconUsers />, group: 5 },
  },
  {
    path: '/profile',
    title: 'Account Settings',
    audience: 'everyone',
    nav: { label: 'Profile', icon: <IconUserCircle />, group: 6 },
  },
  { path: '/dossier', title: 'Dossier', audience: 'everyone' },
  { path: '/bookings', title: 'All Bookings', audience: 'everyone' },
  { path: '/drivers', title: 'Driving tests', audience: 'not operator' },
  {
    path: '/reconciliation',
    title: 'Reconciliation',
    audience: { may: 'reconcile' },
    onReports: 'What was issued, paid and received, and how it compares with gateway and bank.',
  },
  {
    path: '/exceptions',
    title: 'Payment Exceptions',
    audience: { may: 'see exceptions' },
    onReports: 'Bills and money that do not fit, settled by one person and confirmed by another.',
  },
  {
    path: '/fees',
    title: 'Fees',
    audience: { may: 'set fees' },
    onReports: 'What each offence costs today, and from which day it costs something else.',
  },
  {
    path: '/withdrawals',
    title: 'Withdrawals by Officer',
    audience: { may: 'see withdrawals' },
    onReports: 'How many of their bookings officers had withdrawn, the highest rate first.',
  },
];

export function screenAt(path: string): Screen | undefined {
  return screens.find((screen) => screen.path === path);
}

/** Whether a role sees a screen and its entry in the navigation. */
export function mayOpen(role: Role, { audience }: Screen): boolean {
  if (typeof audience === 'object') return may(role, audience.may);
  switch (audience) {
    case 'everyone':
      return true;
    case 'not operator':
      return role !== 'operator';
    case 'who sees users':
      return may(role, 'see users');
  }
}
