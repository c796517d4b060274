import { StrictMode, useEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { noteBroken } from '#web/device/broken.ts';
import { SignInPage } from '#web/features/auth/sign-in-page.tsx';
import { clearEndedSession, findSession } from '#web/features/auth/stored-token.ts';
import { loadAuthCalls } from '#web/features/auth/use-auth-form.ts';
import { afterFirstUse } from '#web/ui/overlay/when-idle.ts';
import { fetchBeforeSignIn, firstScreen, runInTurn } from './ahead.ts';
import { BrokenPage, ErrorBoundary } from './error-boundary.tsx';
import type { NewSession } from './frame/application.tsx';
import { beginAtSignIn, isPublic, publicPaths } from './return-state.ts';

const loadApplication = () => import('./frame/application.tsx');
/** To make its schemas takes a slow phone as long as all the rest of the application. */
const loadContract = () => import('#contract/bookings.ts');

let reporting: Promise<unknown> | undefined;

/** Once for each page. */
const report = () =>
  (reporting ??= import('#web/api/breakages/reporter.ts').then(
    ({ keepReporting }) => keepReporting(),
    () => void (reporting = undefined),
  ));

function noteRender(error: unknown): void {
  console.error(error);
  noteBroken('render', error);
}

/**
 * Shows the application to a signed-in person, the sign-in page to everybody else. The application
 * is fetched while somebody types their password.
 */
export function begin(place: HTMLElement): Root {
  const root = createRoot(place, { onCaughtError: noteRender });
  const { pathname, search } = window.location;
  const promised = findSession();
  // Recruiters and links of reset mails are rare: for them the application shows the page.
  const special = pathname === publicPaths.reset || new URLSearchParams(search).has('portfolio');
  if (promised === 'somebody' || special) showOrSayWhy(root);
  else {
    const ended = promised === 'an ended session';
    if (ended) clearEndedSession();
    showSignIn(root, ended);
  }
  return root;
}

async function show(root: Root, session?: NewSession): Promise<void> {
  await runInTurn();
  const application = loadApplication();
  const { pathname } = window.location;
  // Together with the application instead of after it.
  if (!isPublic(pathname)) for (const load of firstScreen(pathname)) load().catch(() => undefined);
  const { showApplication } = await application;
  await showApplication(root, session);
  afterFirstUse(() => void report());
}

function showOrSayWhy(root: Root, session?: NewSession): void {
  show(root, session).catch((error: unknown) => {
    noteRender(error);
    root.render(<BrokenPage />);
  });
}

function showSignIn(root: Root, ended: boolean): void {
  const { pathname } = window.location;
  beginAtSignIn();
  root.render(
    <StrictMode>
      <ErrorBoundary>
        <FirstSignIn root={root} ended={ended} asked={pathname} />
      </ErrorBoundary>
    </StrictMode>,
  );
}

interface FirstSignInProps {
  root: Root;
  ended: boolean;
  /** The path that somebody asked for. */
  asked: string;
}

/** The sign-in page while the application isn't there. */
function FirstSignIn({ root, ended, asked }: FirstSignInProps) {
  // Called off with this page: whatever shows next fetches what it needs.
  useEffect(
    () =>
      fetchBeforeSignIn([
        loadContract,
        loadAuthCalls,
        loadApplication,
        ...firstScreen(isPublic(asked) ? '/' : asked),
        report,
      ]),
    [asked],
  );
  useEffect(() => {
    const following = new AbortController();
    const { signal } = following;
    // Another tab may sign in, and Back may restore this page as it was before somebody did.
    const lookAgain = () => {
      if (findSession() !== 'somebody') return;
      following.abort();
      showOrSayWhy(root);
    };
    window.addEventListener('storage', lookAgain, { signal });
    window.addEventListener('pageshow', ({ persisted }) => persisted && lookAgain(), { signal });
    return () => following.abort();
  }, [root]);

  return (
    <SignInPage
      ended={ended}
      interrupted={false}
      onSession={(token, user) => show(root, { token, user })}
      onGuest={() => showOrSayWhy(root, 'guest')}
    />
  );
}
