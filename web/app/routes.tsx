import { createBrowserRouter, type RouteObject } from 'react-router';
import { FailurePage } from './failure-page.tsx';
import { SignedInLeaves } from './session-guard.tsx';

type Page = () => Promise<{ default: React.ComponentType }>;

const page = (load: Page): Pick<RouteObject, 'lazy'> => ({
  lazy: async () => ({ Component: (await load()).default }),
});

const coming = page(() => import('./coming-page.tsx'));

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
  { path: '/map', ...coming },
  { path: '/unpaid', ...page(() => import('#web/features/bookings/unpaid-page.tsx')) },
  { path: '/paid', ...page(() => import('#web/features/bookings/paid-page.tsx')) },
  { path: '/completed', ...page(() => import('#web/features/bookings/completed-page.tsx')) },
  { path: '/collisions', ...coming },
  { path: '/drivers', ...page(() => import('./drivers-page.tsx')) },
  { path: '/unpaid-insurance', ...coming },
  { path: '/insurance', ...coming },
  { path: '/report', ...coming },
  { path: '/admin', ...coming },
  { path: '/profile', ...coming },
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
          children: [{ ErrorBoundary: FailurePage, children: screenRoutes }],
        },
      ],
    },
  ]);
}
