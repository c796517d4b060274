import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openApp } from './support/open-app.tsx';

const screens = [
  ['/', 'Base'],
  ['/map', 'Live Map'],
  ['/unpaid', 'Unpaid Bookings'],
  ['/paid', 'Paid Bookings'],
  ['/completed', 'Completed Bookings'],
  ['/collisions', 'Accidents'],
  ['/drivers', 'Driving tests'],
  ['/unpaid-insurance', 'Unpaid Insurance'],
  ['/insurance', 'Regularised Insurance'],
  ['/report', 'Reports Overview'],
  ['/admin', 'Users'],
  ['/profile', 'Account Settings'],
] as const;

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
