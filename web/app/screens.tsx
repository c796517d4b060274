import type { ReactNode } from 'react';
import { hasModules } from '#contract/modules.ts';
import { may, type Permission, type Role } from '#contract/roles.ts';
import {
  isOfModule,
  isScreenPath,
  litEntryOf,
  type ScreenPath as AnyPath,
  screenPaths,
  screenRows,
  screensAbove,
} from '#contract/screen-paths.ts';
import type { EntryLook } from '#web/modules/module.ts';
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
import { moduleEntries } from './modules.ts';

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

type EntryPath = {
  [Path in AnyPath]: (typeof screenRows)[Path] extends { entry: string } ? Path : never;
}[AnyPath];

const looks: Record<EntryPath, EntryLook> = {
  '/': { icon: IconLayoutDashboard, group: 1 },
  '/map': { icon: IconMapPin2, group: 1 },
  '/unpaid': { icon: IconTicket, group: 2 },
  '/paid': { icon: IconCash, group: 2 },
  '/completed': { icon: IconFlagCheck, group: 2 },
  '/collisions': { icon: IconCarCrash, group: 3 },
  '/unpaid-insurance': { icon: IconShieldX, group: 4 },
  '/insurance': { icon: IconShieldCheck, group: 4 },
  '/report': { icon: IconChartBar, group: 5 },
  '/admin': { icon: IconUsers, group: 5 },
  '/profile': { icon: IconUserCircle, group: 6 },
  ...moduleEntries,
};

type PublicPath = {
  [Path in AnyPath]: (typeof screenRows)[Path]['permission'] extends 'public' ? Path : never;
}[AnyPath];

/** The paths behind the sign-in. */
export type ScreenPath = Exclude<AnyPath, PublicPath>;

const hasEntry = (path: AnyPath): path is EntryPath => Object.hasOwn(looks, path);

const screenOf = <Path extends AnyPath>(path: Path) => ({
  path,
  title: screenRows[path].title,
  permission: screenRows[path].permission,
  nav: hasEntry(path) ? entryOf(path) : undefined,
});

function entryOf(path: EntryPath): Entry {
  const { icon: Icon, group } = looks[path];
  return { label: screenRows[path].entry, icon: <Icon />, group };
}

const isBehindSignIn = (path: AnyPath): path is ScreenPath =>
  screenRows[path].permission !== 'public';

/** Every screen behind the sign-in. */
export const screens: readonly (Screen & { path: ScreenPath })[] = screenPaths
  .filter(isBehindSignIn)
  .map(screenOf);

/** The screen of a path. Only the exact spelling counts: any other is an unknown path. */
export function screenAt(path: string): Screen | undefined {
  return isScreenPath(path) && isThere(path) ? screenOf(path) : undefined;
}

const isThere = (path: string): boolean => hasModules() || !isOfModule(path);

/** True if a role sees a screen and its entry in the navigation. */
export function mayOpen(role: Role, { path, permission }: Screen): boolean {
  return isThere(path) && may(role, permission);
}

/** True if a role may open the screen of a path, which is there. */
export function opens(role: Role, path: ScreenPath): boolean {
  const screen = screenAt(path);
  return screen !== undefined && mayOpen(role, screen);
}

/** The path whose entry of the navigation is lit; '' on an unknown path. */
export const litAt = (path: string): string => (isScreenPath(path) ? litEntryOf(path) : '');

/** The screens that lead up from a path, with the names that lead there; none from an entry. */
export const linksUp = (path: string): readonly { path: AnyPath; label: string }[] =>
  isScreenPath(path) && isThere(path)
    ? screensAbove(path).map((above) => ({
        path: above,
        label: hasEntry(above) ? screenRows[above].entry : screenRows[above].title,
      }))
    : [];
