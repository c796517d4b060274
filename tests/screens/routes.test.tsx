import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { headings } from '#tests/support/navigation.ts';
import { answersNothing } from './support/answers.ts';
import { openApp } from './support/open-app.tsx';

const screens = Object.entries(headings);

test.each(screens)('25 to 36, 90a: %s is the screen %s', async (path, heading) => {
  const { address } = openApp(path);
  expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeTruthy();
  expect(address()).toBe(path);
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeTruthy();
});

test.each([...screens.map(([path]) => path), '/no-such-screen', '/paid/nor/this'])(
  '21b, 236: %s leads to /signin without a session',
  async (path) => {
    const { address } = openApp(path, 'nobody');
    await waitFor(() => expect(address()).toBe('/signin'));
    expect(await screen.findByRole('button', { name: 'Login' })).toBeTruthy();
  },
);

/** Whole addresses: the second one would otherwise name a host. */
const misspelt = [
  '/admin/',
  '/ADMIN',
  '//paid',
  '/%70aid',
  '/paid/',
  '/signin/',
  '/RESETPASSWORD',
].map((path) => window.location.origin + path);

test.each(misspelt)('21b: %s, in another spelling, leads nobody past the sign-in', async (url) => {
  const { address } = openApp(url, 'nobody');
  await waitFor(() => expect(address()).toBe('/signin'));
  expect(await screen.findByRole('button', { name: 'Login' })).toBeTruthy();
});

test.each(misspelt)('21a, 21c: %s, in another spelling, is an unknown path', async (url) => {
  openApp(url, 'operator', answersNothing);
  expect(await screen.findByRole('heading', { level: 1, name: 'Not found' })).toBeTruthy();
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
});
