import type { ComponentType } from 'react';
import {
  createBrowserRouter,
  type LoaderFunctionArgs,
  type RouteObject,
  type ShouldRevalidateFunction,
  useLoaderData,
  useLocation,
} from 'react-router';
import { SignInPage } from '#web/features/auth/sign-in-page.tsx';
import { FailurePage } from './error-boundary.tsx';
import { screenAt, type ScreenPath, screens } from './screens.tsx';
import { RedirectSignedIn } from './session-guard.tsx';

type Load = () => Promise<{ default: ComponentType }>;

const loadLayout = () => import('./layout.tsx');
const loadNotFound = () => import('./not-found-page.tsx');

const pages: Record<ScreenPath, Load> = {
  '/': () => import('./dashboard-page.tsx'),
  '/map': () => import('./live-map-page.tsx'),
  '/unpaid': () => import('./unpaid-page.tsx'),
  '/paid': () => import('#web/features/bookings/paid-page.tsx'),
  '/completed': () => import('#web/features/bookings/completed-page.tsx'),
  '/bookings': () => import('#web/features/bookings/all-bookings-page.tsx'),
  '/collisions': () => import('#web/features/collisions/collisions-page.tsx'),
  '/drivers': () => import('#web/features/driving-tests/drivers-page.tsx'),
  '/unpaid-insurance': () => import('#web/features/insurance/unpaid-insurance-page.tsx'),
  '/insurance': () => import('#web/features/insurance/regularised-insurance-page.tsx'),
  '/report': () => import('./reports-page.tsx'),
  '/exceptions': () => import('#web/features/exceptions/exceptions-page.tsx'),
  '/reconciliation': () => import('#web/features/reconciliation/reconciliation-page.tsx'),
  '/fees': () => import('#web/features/offences/fees-page.tsx'),
  '/withdrawals': () => import('#web/features/statistics/withdrawals-page.tsx'),
  '/admin': () => import('#web/features/users/users-page.tsx'),
  '/profile': () => import('#web/features/users/profile/profile-page.tsx'),
  '/dossier': () => import('#web/features/dossiers/dossier-page.tsx'),
};

/** Fetched while somebody types a password: the frame and the first screens. */
function fetchScreens(): void {
  for (const load of [loadLayout, pages['/'], pages['/unpaid']]) load().catch(() => undefined);
}

/** Calls a little after the page has loaded, so as not to slow that down. */
function afterLoad(run: () => void): void {
  const wait = () => window.setTimeout(run, 500);
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
}

const pathOf = ({ request }: LoaderFunctionArgs): string => new URL(request.url).pathname;

const isSignIn = (path: string): boolean => screenAt(path)?.permission === 'public';

/** The frame around the screens; none around the sign-in. */
async function loadFrame(request: LoaderFunctionArgs): Promise<ComponentType | null> {
  if (!isSignIn(pathOf(request))) return (await loadLayout()).default;
  afterLoad(fetchScreens);
  return null;
}

async function loadPage(request: LoaderFunctionArgs): Promise<ComponentType | null> {
  const path = pathOf(request);
  if (isSignIn(path)) return null;
  const screen = screens.find((one) => one.path === path);
  return (await (screen ? pages[screen.path] : loadNotFound)()).default;
}

const onAnotherPath: ShouldRevalidateFunction = ({ currentUrl, nextUrl }) =>
  currentUrl.pathname !== nextUrl.pathname;

function Root() {
  const Frame = useLoaderData() as ComponentType | null;
  const { pathname } = useLocation();
  if (Frame !== null) return <Frame />;
  if (pathname === '/resetpassword') return <SignInPage mode="reset" />;
  return (
    <RedirectSignedIn>
      <SignInPage mode="sign in" />
    </RedirectSignedIn>
  );
}

function Page() {
  const Screen = useLoaderData() as ComponentType | null;
  return Screen && <Screen />;
}

/**
 * One route for every path, so that the table of screens alone decides. The router's own matching
 * would also accept another case, a trailing slash and percent-encoded characters.
 */
export const routes: RouteObject[] = [
  {
    ErrorBoundary: FailurePage,
    HydrateFallback: () => null,
    Component: Root,
    loader: loadFrame,
    shouldRevalidate: onAnotherPath,
    children: [
      {
        ErrorBoundary: FailurePage,
        children: [
          { path: '*', Component: Page, loader: loadPage, shouldRevalidate: onAnotherPath },
        ],
      },
    ],
  },
];

export const createRouter = () => createBrowserRouter(routes);
