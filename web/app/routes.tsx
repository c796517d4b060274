import { createBrowserRouter, type RouteObject } from 'react-router';
import { FailurePage } from './failure-page.tsx';
import { WithListViews } from './list-views.tsx';
import { SignedInLeaves } from './session-guard.tsx';

type Page = () => Promise<{ default: React.ComponentType }>;

const page = (load: Page): Pick<RouteObject, 'lazy'> => ({
  lazy: async () => ({ Component: (await load()).default }),
});

const signInRoute: RouteObject = {
  path: '/signin',
  lazy: async () => {
    const { SignInPage } = await import('#web/features/auth/sign-in-page.tsx');
    return { element: <SignedInLeaves children={<SignInPage mode="sign in" />} /> };
  },
};

const resetRoute: RouteObject = {
  path: '/resetpassword',
  lazy: async () => {
    const { SignInPage } = await import('#web/features/auth/sign-in-page.tsx');
    return { element: <SignInPage mode="reset" /> };
  },
};

const screenRoutes: RouteObject[] = [
  { path: '/', ...page(() => import('./dashboard-page.tsx')) },
  { path: '/map', ...page(() => import('./live-map-page.tsx')) },
  { path: '/unpaid', ...page(() => import('./unpaid-page.tsx')) },
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
  { path: '/report', ...page(() => import('#web/features/reports/report-page.tsx')) },
  { path: '/admin', ...page(() => import('#web/features/users/users-page.tsx')) },
  { path: '/profile', ...page(() => import('#web/features/users/profile/profile-page.tsx')) },
  { path: '/dossier', ...page(() => import('#web/features/dossiers/dossier-page.tsx')) },
  { path: '*', ...page(() => import('./not-found-page.tsx')) },
];

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
          ...page(() => import('./layout.tsx')),
          children: [
            { ErrorBoundary: FailurePage, Component: WithListViews, children: screenRoutes },
          ],
        },
      ],
    },
  ]);
}
