import '#web/zod-jitless.ts';
import { startTransition, StrictMode } from 'react';
import type { Root } from 'react-dom/client';
import { Provider } from 'react-redux';
import { BrowserRouter } from 'react-router';
import { leaveOutModules } from '#contract/modules.ts';
import type { User } from '#contract/users.ts';
import type { SignedInUser } from '#web/api/current-user.ts';
import { watchServer } from '#web/api/server-check.ts';
import { noteKept } from '#web/api/unsent.ts';
import { deviceKeys } from '#web/device/device-store.ts';
import { useSay } from '#web/device/language.ts';
import { watchActs } from '#web/device/last-act.ts';
import { isMetered } from '#web/device/network.ts';
import { settings, styleNonce } from '#web/device/settings.ts';
import { themeManager } from '#web/device/theme.ts';
import { within } from '#web/device/within.ts';
import { keepSession, startGuestSession, startSession } from '#web/features/auth/session.ts';
import { fetchWaitingRows } from '#web/records/lazy-waiting-rows.tsx';
import { speakTo } from '#web/records/own-language.ts';
import { UiProvider } from '#web/ui/theme/ui-provider.tsx';
import { takeAskedForm } from '../asked-form.ts';
import { CurrentScreen, screenFetched } from '../current-screen.tsx';
import { ErrorBoundary } from '../error-boundary.tsx';
import { returnPath } from '../return-path.ts';
import { beginAtSignIn, isPublic, replaceAddress } from '../return-state.ts';
import { createStore } from '../store.ts';

/** The server's answer that signs somebody in, or the built-in guest. */
export type NewSession = { token: string; user: User } | 'guest';

/** Shows the application in place of what `root` shows, which stays until the first screen is there. */
export async function showApplication(root: Root, session?: NewSession): Promise<void> {
  if (settings().modules === 'none') leaveOutModules();
  const store = createStore();
  keepSession(store.dispatch);
  if (session === 'guest') startGuestSession(store.dispatch);
  else if (session) startSession(store.dispatch, session.token, session.user);
  watchServer();
  watchActs();
  const { isAuthenticated, user } = store.getState().currentUser;
  if (!isAuthenticated) beginAtSignIn();
  else if (session && isPublic(window.location.pathname)) {
    const { usr } = (window.history.state ?? {}) as { usr?: unknown };
    replaceAddress(returnPath(usr, user.id), null);
  }
  if (isAuthenticated) takeAskedForm();
  const isStaff = isAuthenticated && user.role !== 'guest';
  await Promise.all([
    screenFetched(window.location.pathname),
    isStaff && noteWhatWaits(user.id),
    isStaff && speakFromStart(user.state ?? null),
  ]);
  // In slices, so that a slow phone hears its buttons meanwhile.
  startTransition(() =>
    root.render(
      <StrictMode>
        <ErrorBoundary>
          <Provider store={store}>
            <UiProvider
              nonce={styleNonce()}
              theme={themeManager}
              isMetered={isMetered}
              useSay={useSay}
            >
              <BrowserRouter>
                <CurrentScreen />
              </BrowserRouter>
            </UiProvider>
          </Provider>
        </ErrorBoundary>
      </StrictMode>,
    ),
  );
}

/** A device that is stuck holds no screen up for longer. Milliseconds. */
const longestRead = 3_000;

/** Speaks the device's language, so that a form in the first frame is in it. Never rejects. */
async function speakFromStart(state: SignedInUser['state']): Promise<void> {
  await within(longestRead, speakTo({ state })).catch(() => undefined);
}

/** Reads what waits on the device for a user, so that the first frame shows it. Never rejects. */
async function noteWhatWaits(userId: string): Promise<void> {
  await within(longestRead, read(userId)).catch(() => undefined);
}

async function read(userId: string): Promise<void> {
  const { length } = await deviceKeys(userId, 'waiting ');
  if (length === 0) return;
  noteKept(length);
  const rows = await fetchWaitingRows();
  await rows?.readAhead(userId);
}
