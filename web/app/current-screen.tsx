import {
  type ComponentType,
  lazy,
  type LazyExoticComponent,
  Suspense,
  useLayoutEffect,
  useRef,
} from 'react';
import { useLocation } from 'react-router';
import { forgetScroll } from '#web/lists/scroll.ts';
import { fillSlots } from '#web/records/slot.tsx';
import { useWatchedBack } from '#web/ui/overlay/use-back.ts';
import { loadLayout } from './ahead.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { HelpOfScreens } from './help-of-screens.ts';
import { moduleSlots } from './modules.ts';
import { helpOf, loadPage } from './pages.ts';
import { isPublic, publicPaths } from './return-state.ts';
import { screenAt, screens } from './screens.tsx';
import { ResetScreen, SignInScreen } from './sign-in-screen.tsx';

fillSlots(moduleSlots);

/** Resolves when all that stands at the path is fetched, or can't be. */
export async function screenFetched(path: string): Promise<void> {
  if (!isPublic(path)) await Promise.allSettled([frame.fetchAhead(), pageAt(path).fetchAhead()]);
}

/**
 * The screen of the address: a sign-in page by itself, everything else in the frame. The screen
 * before stays until the next one is fetched.
 */
export function CurrentScreen() {
  const { pathname, search, key } = useLocation();
  useWatchedBack(key, new URLSearchParams(search).has('open'));
  useTopOfPage(pathname, key);
  if (pathname === publicPaths.reset) return <ResetScreen />;
  if (pathname === publicPaths.signIn) return <SignInScreen />;
  const { Shown: Layout } = frame;
  const page = pageAt(pathname);
  const { Shown: Screen } = page;
  return (
    <ErrorBoundary onLeave={frame.fetchAnew}>
      <Suspense>
        <Layout>
          <ErrorBoundary key={pathname} onLeave={page.fetchAnew}>
            <HelpOfScreens value={helpOf}>
              <Screen />
            </HelpOfScreens>
          </ErrorBoundary>
        </Layout>
      </Suspense>
    </ErrorBoundary>
  );
}

/** Starts every path at its top, after Back too, for the eye and for a screen reader. */
function useTopOfPage(path: string, key: string): void {
  const last = useRef(path);
  useLayoutEffect(() => {
    window.history.scrollRestoration = 'manual';
    // The sign-in page, which the application takes the place of, may be scrolled.
    window.scrollTo(0, 0);
  }, []);
  useLayoutEffect(() => {
    if (last.current === path) return;
    last.current = path;
    forgetScroll(key);
    window.scrollTo(0, 0);
    document.getElementById('content')?.focus({ preventScroll: true });
  }, [path, key]);
}

const frame = fetched(loadLayout);
const pages = Object.fromEntries(screens.map(({ path }) => [path, fetched(() => loadPage(path))]));
const notFound = fetched(() => loadPage('not found'));
const pageAt = (path: string) => (screenAt(path) && pages[path]) ?? notFound;

interface Fetched<Props> {
  /** Fetched when it is first drawn, unless it was before. */
  Shown: ComponentType<Props> | LazyExoticComponent<ComponentType<Props>>;
  /** To be called before it is drawn: what is fetched by then is drawn at one go. */
  readonly fetchAhead: () => Promise<void>;
  readonly fetchAnew: () => void;
}

/** A component of its own file. React keeps with it also that it could not be fetched. */
export function fetched<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): Fetched<Props> {
  const kept: Fetched<Props> = {
    Shown: lazy(load),
    fetchAhead: async () => {
      kept.Shown = (await load()).default;
    },
    fetchAnew: () => {
      kept.Shown = lazy(load);
    },
  };
  return kept;
}
