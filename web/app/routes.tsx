import { type ComponentType, useEffect } from 'react';
import {
  createBrowserRouter,
  type LoaderFunctionArgs,
  type RouteObject,
  type ShouldRevalidateFunction,
  useLoaderData,
  useLocation,
  useRouteError,
} from 'react-router';
import { BrokenPage } from './error-boundary.tsx';
import { fetchScreens, loadLayout, loadPage } from './pages.ts';
import { isPublic, publicPaths } from './return-state.ts';
import { RedirectSignedIn } from './session-guard.tsx';
import { ResetScreen, SignInScreen } from './sign-in-screen.tsx';
import { whenIdle } from './when-idle.ts';

const pathOf = ({ request }: LoaderFunctionArgs): string => new URL(request.url).pathname;

/** The frame around the screens; none around the sign-in. */
async function loadFrame(request: LoaderFunctionArgs): Promise<ComponentType | null> {
  if (!isPublic(pathOf(request))) return (await loadLayout()).default;
  whenIdle(fetchScreens);
  return null;
}

async function loadScreen(request: LoaderFunctionArgs): Promise<ComponentType | null> {
  const path = pathOf(request);
  return isPublic(path) ? null : (await loadPage(path)).default;
}

/** Stands in for a screen that broke or could not be fetched. */
function FailurePage() {
  const error = useRouteError();
  useEffect(() => console.error(error), [error]);
  return <BrokenPage />;
}

const onAnotherPath: ShouldRevalidateFunction = ({ currentUrl, nextUrl }) =>
  currentUrl.pathname !== nextUrl.pathname;

function Root() {
  const Frame = useLoaderData() as ComponentType | null;
  const { pathname } = useLocation();
  if (Frame !== null) return <Frame />;
  if (pathname === publicPaths.reset) return <ResetScreen />;
  return (
    <RedirectSignedIn>
      <SignInScreen />
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
          { path: '*', Component: Page, loader: loadScreen, shouldRevalidate: onAnotherPath },
        ],
      },
    ],
  },
];

export const createRouter = () => createBrowserRouter(routes);
