import type { ReactNode } from 'react';
import { hasModules } from '#contract/modules.ts';
import { may, type Permission, type Role } from '#contract/roles.ts';
import {
  isOfModule,
  isScreenPath,
  litEntryOf,
  litTabOf,
  type ScreenPath as AnyPath,
  screenPaths,
  type ScreenRow,
  screenRows,
  tabsAt,
  titleOf,
} from '#contract/screen-paths.ts';
import type { SignedInUser } from '#web/api/current-user.ts';
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

/** The role and the duties of a person decide where the navigation leads. */
export type Viewer = Pick<SignedInUser, 'role' | 'duties'>;

/** True if the navigation, the tabs and the search lead a person to the screen of a path. */
export function isOffered({ role, duties = [] }: Viewer, path: ScreenPath): boolean {
  const { permission, duties: needed, switch: switched }: ScreenRow = screenRows[path];
  if (!isThere(path) || !may(role, permission)) return false;
  if (switched !== undefined && !may(role, 'give duties')) return duties.includes(switched);
  return (
    needed === undefined ||
    role !== 'booking officer' ||
    needed.some((duty) => duties.includes(duty))
  );
}

/** The path whose entry of the navigation is lit; '' on an unknown path. */
export const litAt = (path: string): string => (isScreenPath(path) ? litEntryOf(path) : '');

export interface Tab {
  path: AnyPath;
  label: string;
  /** The name of its group, on the first of each where there are several. */
  group: string | undefined;
  isLit: boolean;
}

/** The screens of an entry of the navigation that a person is offered; its own alone where it has no tabs. */
export function screensUnder(
  viewer: Viewer,
  entry: ScreenPath,
): readonly { path: ScreenPath; label: string }[] {
  const rows = offeredTabs(viewer, entry);
  return rows.length < 2
    ? [{ path: entry, label: titleOf(entry) }]
    : rows.map(({ path, row: { tab = '' } }) => ({ path, label: tab }));
}

const offeredTabs = (viewer: Viewer, path: AnyPath) =>
  tabsAt(path).flatMap(({ path: to, row }) =>
    isBehindSignIn(to) && isOffered(viewer, to) && may(viewer.role, row.tabNeeds ?? 'public')
      ? { path: to, row }
      : [],
  );

/** The tabs of the lit entry that a person is offered; none where there would be one. */
export function tabsFor(viewer: Viewer, path: string): readonly Tab[] {
  if (!isScreenPath(path)) return [];
  const rows = offeredTabs(viewer, path);
  if (rows.length < 2) return [];
  const hasGroups = new Set(rows.map(({ row }) => row.group)).size > 1;
  const lit = litTabOf(path);
  return rows.map(({ path: to, row: { tab = '', group } }, place) => ({
    path: to,
    label: tab,
    group: hasGroups && rows[place - 1]?.row.group !== group ? group : undefined,
    isLit: to === lit,
  }));
}
