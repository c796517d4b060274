import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { headings } from '#tests/support/navigation.ts';
import { openApp } from './support/open-app.tsx';

const screens = Object.entries(headings);

test.each(screens)('%s is the screen %s', async (path, heading) => {
  const { address } = openApp(path);
  expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeTruthy();
  expect(address()).toBe(path);
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeTruthy();
});

test.each([...screens.map(([path]) => path), '/no-such-screen', '/paid/nor/this'])(
  '%s leads to /signin without a session',
  async (path) => {
    const { address } = openApp(path, 'nobody');
    await waitFor(() => expect(address()).toBe('/signin'));
    expect(await screen.findByRole('button', { name: 'Login' })).toBeTruthy();
  },
);
