import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { wake } from '#contract/auth.ts';
import { answersNothing } from '#tests/screens/support/answers.ts';
import { type FakeServer, startFakeServer } from '#tests/screens/support/fake-server.ts';
import { openApp, tokenOf } from '#tests/screens/support/open-app.tsx';
import { anAnswer, aUser } from '#tests/screens/support/records.ts';
import { noteServerAnswered } from '#web/api/connection.ts';
import { begin } from '#web/app/begin.tsx';
import { noteLastUser } from '#web/device/last-user.ts';
import { storageKeys } from '#web/device/storage-keys.ts';

const up = (server: FakeServer) => server.answer(wake, () => anAnswer('up' as const));

/** The page as it begins at an address, before anybody is signed in by it. */
function beginAt(address: string, token: string | null, prepare: (server: FakeServer) => void) {
  const server = startFakeServer();
  answersNothing(server);
  prepare(server);
  noteLastUser(null);
  window.history.replaceState(null, '', address);
  if (token !== null) localStorage.setItem(storageKeys.token, token);
  const place = document.body.appendChild(document.createElement('div'));
  let root: ReturnType<typeof begin> | undefined;
  act(() => {
    root = begin(place);
  });
  onTestFinished(() => {
    act(() => root?.unmount());
    place.remove();
  });
  return server;
}

// Other files of this process see the same connection.
afterEach(noteServerAnswered);

const flag = () => localStorage.getItem(storageKeys.wake);

/** Whoever asks whether the server is up. */
const callers: readonly (readonly [string, (prepare: typeof up) => Promise<FakeServer>])[] = [
  [
    'the sign-in page',
    async (prepare) => {
      const server = beginAt('/signin', null, prepare);
      await screen.findByRole('heading', { level: 1, name: 'Sign in' });
      return server;
    },
  ],
  [
    'the page of a new password',
    async (prepare) => {
      const server = beginAt('/resetpassword#mailed', null, prepare);
      await screen.findByRole('heading', { level: 1, name: 'Reset your password' });
      return server;
    },
  ],
  [
    'a page whose network is back',
    async (prepare) => {
      localStorage.setItem(storageKeys.wake, 'true');
      const { server } = openApp('/insurance', 'operator', prepare);
      await screen.findByRole('navigation', { name: 'New record' });
      fireEvent.pointerMove(window);
      await waitFor(() => {
        fireEvent(window, new Event('online'));
        expect(server.calls(wake)).not.toEqual([]);
      });
      return server;
    },
  ],
];

test.each(callers)(
  '250a, 250b: an answer to %s takes the flag of waking away',
  async (_name, open) => {
    const server = await open(up);
    await waitFor(() => expect(server.calls(wake)).not.toEqual([]));
    await waitFor(() => expect(flag()).toBeNull());
  },
);

test.each(callers)('250b: without an answer to %s the flag stays', async (_name, open) => {
  const server = await open((one) =>
    one.answer(wake, () => {
      throw new TypeError('The connection broke.');
    }),
  );
  await waitFor(() => expect(server.calls(wake)).not.toEqual([]));
  expect(flag()).toBe('true');
});

test('241b: the bearer token goes with the wake call of a page of a new password', async () => {
  const token = tokenOf(aUser());
  const server = beginAt('/resetpassword#mailed', token, up);
  await waitFor(() => expect(server.calls(wake)).not.toEqual([]));
  expect(server.calls(wake)[0]?.token).toBe(`Bearer ${token}`);
});

test.each(['/signin', '/resetpassword#mailed'])(
  '241c: without a token no header of one goes with the wake call of %s',
  async (address) => {
    const server = beginAt(address, null, up);
    await waitFor(() => expect(server.calls(wake)).not.toEqual([]));
    expect(server.calls(wake)[0]?.token).toBeNull();
  },
);
