import type { ReactNode } from 'react';
import { may, type Permission, type Role } from '#contract/roles.ts';
import {
  isScreenPath,
  type ScreenPath as AnyPath,
  screenPaths,
  screenPermissions,
  screenTitles,
} from '#contract/screen-paths.ts';
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

interface Entry {
  label: string;
  icon: ReactNode;
  group: number;
}

export interface Screen {
  path: string;
  /** The name of the page: its h1 and the title of the tab. */
  title: string;
  /** Without it, one is sent to `/`. */
  permission: Permission;
  /** Its entry in the side navigation. */
  nav: Entry | undefined;
}

/** The side navigation in its order; thin gaps separate the groups. */
const navigation: Partial<Record<AnyPath, Entry>> = {
  '/': { label: 'Base', icon: <IconLayoutDashboard />, group: 1 },
  '/map': { label: 'Live Map', icon: <IconMapPin2 />, group: 1 },
  '/unpaid': { label: 'Unpaid Booking', icon: <IconTicket />, group: 2 },
  '/paid': { label: 'Paid & Awaiting Clearance', icon: <IconCash />, group: 2 },
  '/completed': { label: 'Completed', icon: <IconFlagCheck />, group: 2 },
  '/collisions': { label: 'Collisions', icon: <IconCarCrash />, group: 3 },
  '/unpaid-insurance': { label: 'Unpaid Insurance', icon: <IconShieldX />, group: 4 },
  '/insurance': { label: 'Regularised Insurance', icon: <IconShieldCheck />, group: 4 },
  '/report': { label: 'Reports', icon: <IconChartBar />, group: 5 },
  '/admin': { label: 'Admin', icon: <IconUsers />, group: 5 },
  '/profile': { label: 'Profile', icon: <IconUserCircle />, group: 6 },
};

type PublicPath = {
  [Path in AnyPath]: (typeof screenPermissions)[Path] extends 'public' ? Path : never;
}[AnyPath];

/** The paths behind the sign-in. */
export type ScreenPath = Exclude<AnyPath, PublicPath>;

const screenOf = <Path extends AnyPath>(path: Path) => ({
  path,
  title: screenTitles[path],
  permission: screenPermissions[path],
  nav: navigation[path],
});

const isBehindSignIn = (path: AnyPath): path is ScreenPath => screenPermissions[path] !== 'public';

/** Every screen behind the sign-in. */
export const screens: readonly (Screen & { path: ScreenPath })[] = screenPaths
  .filter(isBehindSignIn)
  .map(screenOf);

/** The screen of a path. Only the exact spelling counts: any other is an unknown path. */
export function screenAt(path: string): Screen | undefined {
  return isScreenPath(path) ? screenOf(path) : undefined;
}

/** True if a role sees a screen and its entry in the navigation. */
export function mayOpen(role: Role, { permission }: Screen): boolean {
  return may(role, permission);
}
