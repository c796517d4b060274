import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { BrowserRouter } from 'react-router';
import { guestToken } from '#contract/auth.ts';
import { leaveOutModules } from '#contract/modules.ts';
import { listPlaces } from '#contract/places.ts';
import type { Role } from '#contract/roles.ts';
import { readUser, type User } from '#contract/users.ts';
import { CurrentScreen } from '#web/app/current-screen.tsx';
import { beginAtSignIn } from '#web/app/return-state.ts';
import { createStore } from '#web/app/store.ts';
import { useSay } from '#web/device/language.ts';
import { noteLastUser } from '#web/device/last-user.ts';
import { isMetered } from '#web/device/network.ts';
import { themeManager } from '#web/device/theme.ts';
import { keepSession } from '#web/features/auth/session.ts';
import { UiProvider } from '#web/ui/theme/ui-provider.tsx';
import { type FakeServer, startFakeServer } from './fake-server.ts';
import { anAnswer, aUser, places } from './records.ts';

export interface OpenApp {
  readonly server: FakeServer;
  readonly user: ReturnType<typeof userEvent.setup>;
  readonly store: ReturnType<typeof createStore>;
  /** Path, search and hash. */
  readonly address: () => string;
}

/** An unsigned token that decodes to this user; by default it ends in an hour. */
export const tokenOf = (user: object): string =>
  `${[
    { alg: 'HS256', typ: 'JWT' },
    { exp: inAnHour(), ...user },
  ]
    .map(segment)
    .join('.')}.unsigned`;

const inAnHour = () => Math.floor(Date.now() / 1_000) + 3_600;

const segment = (part: object) =>
  btoa(JSON.stringify(part)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

/**
 * The whole application at an address, as somebody of a role sees it, or some user, or nobody; on a
 * store of its own.
 */
export function openApp(
  address: string,
  as: Role | 'nobody' | Partial<User> = 'state admin',
  prepare: (server: FakeServer) => void = () => undefined,
  store = createStore(),
): OpenApp {
  if (process.env['MODULES'] === 'none') leaveOutModules();
  const server = startFakeServer();
  const isStaff = as !== 'nobody' && as !== 'guest';
  const user = aUser(typeof as === 'object' ? as : isStaff ? { role: as } : {});
  server.answer(readUser, () => anAnswer(user));
  // As after loading the page: nobody has signed in yet.
  noteLastUser(null);
  window.history.replaceState(null, '', address);
  if (as === 'guest') localStorage.setItem('jwtToken', guestToken);
  else if (isStaff) localStorage.setItem('jwtToken', tokenOf(user));
  prepare(server);
  // Once loaded, places stay in memory, and test files share it: they are the same in every test.
  server.answer(listPlaces, () => anAnswer([...places]));
  keepSession(store.dispatch);
  if (!store.getState().currentUser.isAuthenticated) beginAtSignIn();
  render(
    <Provider store={store}>
      <UiProvider nonce="" theme={themeManager} isMetered={isMetered} useSay={useSay}>
        <BrowserRouter>
          <CurrentScreen />
        </BrowserRouter>
      </UiProvider>
    </Provider>,
  );
  return {
    server,
    user: userEvent.setup(),
    store,
    address: () => window.location.pathname + window.location.search + window.location.hash,
  };
}
