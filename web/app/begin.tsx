import { StrictMode, useEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { noteBreakage } from '#web/device/breakages.ts';
import { SignInPage } from '#web/features/auth/sign-in-page.tsx';
import { clearEndedSession, findSession } from '#web/features/auth/stored-token.ts';
import { loadAuthCalls } from '#web/features/auth/use-auth-form.ts';
import { onPartFailed } from '#web/ui/overlay/lazy-part.ts';
import { afterFirstUse } from '#web/ui/overlay/when-idle.ts';
import { fetchBeforeSignIn, firstScreen, runInTurn } from './ahead.ts';
import { BreakagePage, ErrorBoundary } from './error-boundary.tsx';
import type { NewSession } from './frame/application.tsx';
import { beginAtSignIn, isPublic, publicPaths } from './return-state.ts';

const loadApplication = () => import('./frame/application.tsx');
/** To make its schemas takes a slow phone as long as all the rest of the application. */
const loadContract = () => import('#contract/bookings.ts');

let reporting: Promise<unknown> | undefined;

/** Reports breakages, once for each page. */
const reportBreakages = () =>
  (reporting ??= import('#web/api/breakages/reporter.ts').then(
    ({ keepReporting }) => keepReporting(),
    () => void (reporting = undefined),
  ));

// A promise that fails for want of a file is reported as that file.
onPartFailed((error) => noteBreakage('promise', error));

function noteRenderBreakage(error: unknown): void {
  console.error(error);
  noteBreakage('render', error);
}

/**
 * Shows the application to a signed-in person, the sign-in page to everybody else. The application
 * is fetched while somebody types their password.
 */
export function begin(place: HTMLElement): Root {
  const root = createRoot(place, { onCaughtError: noteRenderBreakage });
  const { pathname, search } = window.location;
  const promised = findSession();
  // Recruiters and links of reset mails are rare: for them the application shows the page.
  const special = pathname === publicPaths.reset || new URLSearchParams(search).has('portfolio');
  if (promised === 'somebody' || special) beginApplication(root).catch(sayBroken(root));
  else {
    const ended = promised === 'an ended session';
    if (ended) clearEndedSession();
    beginSignIn(root, ended);
  }
  return root;
}

/** Shows the application. Rejects where it can't be fetched, which the caller says. */
async function beginApplication(root: Root, session?: NewSession): Promise<void> {
  await runInTurn();
  const application = loadApplication();
  const { pathname } = window.location;
  // Together with the application instead of after it.
  if (!isPublic(pathname)) for (const load of firstScreen(pathname)) load().catch(() => undefined);
  const { showApplication } = await application;
  await showApplication(root, session);
  afterFirstUse(() => void reportBreakages());
}

const sayBroken = (root: Root) => (error: unknown) => {
  noteRenderBreakage(error);
  root.render(<BreakagePage />);
};

function beginSignIn(root: Root, ended: boolean): void {
  const { pathname } = window.location;
  beginAtSignIn();
  root.render(
    <StrictMode>
      <ErrorBoundary>
        <SignInAlone root={root} ended={ended} asked={pathname} />
      </ErrorBoundary>
    </StrictMode>,
  );
}

interface SignInAloneProps {
  root: Root;
  ended: boolean;
  /** The path that somebody asked for. */
  asked: string;
}

/** The sign-in page while the application isn't there; `SignInScreen` shows it later. */
function SignInAlone({ root, ended, asked }: SignInAloneProps) {
  // Called off with this page: whatever shows next fetches what it needs.
  useEffect(
    () =>
      fetchBeforeSignIn([
        loadContract,
        loadAuthCalls,
        loadApplication,
        ...firstScreen(isPublic(asked) ? '/' : asked),
        reportBreakages,
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
      beginApplication(root).catch(sayBroken(root));
    };
    window.addEventListener('storage', lookAgain, { signal });
    window.addEventListener('pageshow', ({ persisted }) => persisted && lookAgain(), { signal });
    return () => following.abort();
  }, [root]);

  return (
    <SignInPage
      ended={ended}
      interrupted={false}
      onSession={(token, user) => beginApplication(root, { token, user })}
      onGuest={() => void beginApplication(root, 'guest').catch(sayBroken(root))}
    />
  );
}
