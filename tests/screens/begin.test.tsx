import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { Root } from 'react-dom/client';
import { afterEach, expect, test } from 'vitest';
import { guestToken } from '#contract/auth.ts';
import { listPlaces } from '#contract/places.ts';
import { login } from '#contract/sign-in.ts';
import { readUser } from '#contract/users.ts';
import { begin } from '#web/app/begin.tsx';
import { noteLastUser } from '#web/device/last-user.ts';
import { answersNothing } from './support/answers.ts';
import { startFakeServer } from './support/fake-server.ts';
import { tokenOf } from './support/open-app.tsx';
import { anAnswer, aUser, places } from './support/records.ts';

let over: () => void = () => undefined;
afterEach(() => over());

/** The page as it begins in a browser, at an address and with a token or none. */
function beginAt(address: string, token: string | null) {
  const server = startFakeServer();
  const person = aUser({ role: 'operator' });
  answersNothing(server);
  server.answer(listPlaces, () => anAnswer([...places]));
  server.answer(readUser, () => anAnswer(person));
  server.answer(login, () => ({ success: true as const, token: tokenOf(person), user: person }));
  noteLastUser(null);
  window.history.replaceState(null, '', address);
  if (token !== null) localStorage.setItem('jwtToken', token);
  const place = document.body.appendChild(document.createElement('div'));
  let root: Root | undefined;
  act(() => {
    root = begin(place);
  });
  over = () => {
    act(() => root?.unmount());
    place.remove();
  };
  return { server, user: userEvent.setup() };
}

const title = (name: string) => screen.findByRole('heading', { level: 1, name });
const address = () => window.location.pathname + window.location.search;

async function signIn(user: ReturnType<typeof userEvent.setup>): Promise<void> {
  await user.type(screen.getByLabelText('Email'), 'amina@hanya.test');
  await user.type(screen.getByLabelText('Password'), 'right');
  await user.click(screen.getByRole('button', { name: 'Login' }));
}

test('nobody gets the sign-in page, and from it to what they asked for', async () => {
  const { user } = beginAt('/unpaid?limit=15', null);
  expect(await title('Sign in')).toBeTruthy();
  expect(address()).toBe('/signin');
  await signIn(user);
  expect(await title('Unpaid Bookings')).toBeTruthy();
  expect(address()).toBe('/unpaid?limit=15');
});

test('what is missing is said at its field before anything is sent', async () => {
  const { user, server } = beginAt('/signin', null);
  await user.click(await screen.findByRole('button', { name: 'Login' }));
  expect(await screen.findByText('Enter your password.')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Email')));
  expect(server.calls(login)).toEqual([]);
});

test('whoever is signed in gets their screen without the sign-in page', async () => {
  beginAt('/insurance', guestToken);
  expect(screen.queryByRole('button', { name: 'Login' })).toBeNull();
  expect(await title('Regularised Insurance')).toBeTruthy();
});

test('an expired token is cleared away with all that was stored, and the page says so', async () => {
  localStorage.setItem('other', 'of the browser');
  beginAt('/paid', tokenOf({ ...aUser(), exp: Math.floor(Date.now() / 1_000) - 1 }));
  expect(await screen.findByText('Your session ended. Sign in to go on.')).toBeTruthy();
  expect(address()).toBe('/signin');
  await screen.findByText('Connected');
  expect(Object.keys(localStorage)).toEqual([]);
});

test('a sign-in in another tab is one in this tab too', async () => {
  beginAt('/signin', null);
  await title('Sign in');
  localStorage.setItem('jwtToken', guestToken);
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'jwtToken' })));
  expect(await title('Base')).toBeTruthy();
});

test('an address opens a form over its screen, once: a reload or Back asks for none', async () => {
  beginAt('/unpaid?limit=15&new=booking', tokenOf(aUser({ role: 'booking officer' })));
  expect(await screen.findByRole('dialog', { name: 'New Booking Form' })).toBeTruthy();
  expect(address()).toBe('/unpaid?limit=15');
  // The screen behind is drawn once the form is there.
  expect(await screen.findByText('Unpaid Bookings')).toBeTruthy();
});

test('an address opens no other form than those of records', async () => {
  beginAt('/unpaid?new=insurance', tokenOf(aUser({ role: 'booking officer' })));
  expect(await title('Unpaid Bookings')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('whoever asked for a form without a session gets it after the sign-in', async () => {
  const { user } = beginAt('/unpaid?new=booking', null);
  await title('Sign in');
  await signIn(user);
  expect(await screen.findByRole('dialog', { name: 'New Booking Form' })).toBeTruthy();
});
