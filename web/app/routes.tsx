import { createBrowserRouter, type RouteObject } from 'react-router';
import { SignInPage } from '#web/features/auth/sign-in-page.tsx';
import { FailurePage } from './failure-page.tsx';
import { WithListViews } from './list-views.tsx';
import { SignedInLeaves } from './session-guard.tsx';

type Page = () => Promise<{ default: React.ComponentType }>;

const page = (load: Page): Pick<RouteObject, 'lazy'> => ({
  lazy: async () => ({ Component: (await load()).default }),
});

const loadLayout = () => import('./layout.tsx');
const loadDashboard = () => import('./dashboard-page.tsx');
const loadUnpaid = () => import('./unpaid-page.tsx');

const signInRoute: RouteObject = {
  path: '/signin',
  loader: () => {
    whenQuiet(fetchScreens);
    return null;
  },
  element: <SignedInLeaves children={<SignInPage mode="sign in" />} />,
};

const resetRoute: RouteObject = {
  path: '/resetpassword',
  element: <SignInPage mode="reset" />,
};

const screenRoutes: RouteObject[] = [
  { path: '/', ...page(loadDashboard) },
  { path: '/map', ...page(() => import('./live-map-page.tsx')) },
  { path: '/unpaid', ...page(loadUnpaid) },
  { path: '/paid', ...page(() => import('#web/features/bookings/paid-page.tsx')) },
  { path: '/completed', ...page(() => import('#web/features/bookings/completed-page.tsx')) },
  { path: '/bookings', ...page(() => import('#web/features/bookings/all-bookings-page.tsx')) },
  { path: '/collisions', ...page(() => import('#web/features/collisions/collisions-page.tsx')) },
  {
    path: '/drivers',
    ...page(() => import('#web/features/driving-tests/drivers-page.tsx')),
  },
  {
    path: '/unpaid-insurance',
    ...page(() => import('#web/features/insurance/unpaid-insurance-page.tsx')),
  },
  {
    path: '/insurance',
    ...page(() => import('#web/features/insurance/regularised-insurance-page.tsx')),
  },
  { path: '/report', ...page(() => import('./reports-page.tsx')) },
  { path: '/exceptions', ...page(() => import('#web/features/exceptions/exceptions-page.tsx')) },
  {
    path: '/reconciliation',
    ...page(() => import('#web/features/reconciliation/reconciliation-page.tsx')),
  },
  { path: '/fees', ...page(() => import('#web/features/fees/fees-page.tsx')) },
  {
    path: '/withdrawals',
    ...page(() => import('#web/features/withdrawals/withdrawals-page.tsx')),
  },
  { path: '/admin', ...page(() => import('#web/features/users/users-page.tsx')) },
  { path: '/profile', ...page(() => import('#web/features/users/profile/profile-page.tsx')) },
  { path: '/dossier', ...page(() => import('#web/features/dossiers/dossier-page.tsx')) },
  { path: '*', ...page(() => import('./not-found-page.tsx')) },
];

/** While somebody types a password, what comes next is fetched: the frame and its first screens. */
function fetchScreens(): void {
  for (const load of [loadLayout, loadDashboard, loadUnpaid]) load().catch(() => undefined);
}

/** Calls once the page stands and the browser has nothing else to do. */
function whenQuiet(then: () => void): void {
  const wait = () => window.setTimeout(then, 500);
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
}

/** Every path of the product; all but the first two stand behind the guard of the layout. */
export function createRouter() {
  return createBrowserRouter([
    {
      ErrorBoundary: FailurePage,
      HydrateFallback: () => null,
      children: [
        signInRoute,
        resetRoute,
        {
          ...page(loadLayout),
          children: [
            { ErrorBoundary: FailurePage, Component: WithListViews, children: screenRoutes },
          ],
        },
      ],
    },
  ]);
}
