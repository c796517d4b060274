import type { ComponentType } from 'react';
import type { OfflineRecord } from '#contract/records.ts';
import type { Form, Page } from '#web/modules/module.ts';
import { moduleForms, modulePages } from './modules.ts';
import type { ScreenPath } from './screens.tsx';

type Load<Shown = Page> = () => Promise<{ default: Shown }>;

const loadNotFound = () => import('./not-found-page.tsx');

/** The screens by their paths; the build reads here which files each needs. */
export const pages: Record<ScreenPath, Load> = {
  '/': () => import('./dashboard-page.tsx'),
  '/map': () => import('./live-map-page.tsx'),
  '/unpaid': () => import('./unpaid-with-map.tsx'),
  '/paid': () => import('#web/features/bookings/paid-page.tsx'),
  '/completed': () => import('#web/features/bookings/completed-page.tsx'),
  '/bookings': () => import('#web/features/bookings/all-bookings-page.tsx'),
  '/collisions': () => import('#web/features/collisions/collisions-page.tsx'),
  '/drivers': () => import('#web/features/driving-tests/drivers-page.tsx'),
  '/unpaid-insurance': () => import('#web/features/insurance/unpaid-insurance-page.tsx'),
  '/insurance': () => import('#web/features/insurance/regularised-insurance-page.tsx'),
  '/report': () => import('./reports-page.tsx'),
  '/exceptions': () => import('#web/features/exceptions/exceptions-page.tsx'),
  '/fees': () => import('#web/features/offences/fees-page.tsx'),
  '/withdrawals': () => import('#web/features/statistics/withdrawals-page.tsx'),
  '/waiting': () => import('#web/features/waiting/waiting-page.tsx'),
  '/activity': () => import('#web/features/activities/activity-page.tsx'),
  '/cash-up': () => import('#web/features/statistics/cash-up-page.tsx'),
  '/outbox': () => import('#web/features/outbox/outbox-page.tsx'),
  '/guide': () => import('./guide-page.tsx'),
  '/admin': () => import('#web/features/users/users-page.tsx'),
  '/profile': () => import('#web/features/users/profile/profile-page.tsx'),
  '/security': () => import('#web/features/security/security-page.tsx'),
  '/organisation': () => import('#web/features/organisation/organisation-page.tsx'),
  '/operations': () => import('#web/features/operations/operations-page.tsx'),
  '/late-records': () => import('#web/features/late-records/late-records-page.tsx'),
  '/dossier': () => import('#web/features/dossiers/dossier-page.tsx'),
  ...modulePages,
};

/** The forms that an address opens over a screen: `/unpaid?new=booking`. The build reads their names. */
export const forms = {
  booking: () => import('#web/features/bookings/form/booking-form.tsx'),
  collision: () => import('#web/features/collisions/form/collision-form.tsx'),
  ...moduleForms,
} satisfies Record<OfflineRecord, () => Promise<{ default: Form }>>;

/** Fetches the screen of a path. */
export function loadPage(path: string): ReturnType<Load<ComponentType>> {
  const load: Load<ComponentType> = Object.hasOwn(pages, path)
    ? pages[path as ScreenPath]
    : loadNotFound;
  return load();
}

/** What the screen of a path is for, which comes with it. */
export const helpOf = async (path: ScreenPath): Promise<string> =>
  (await pages[path]()).default.help;
