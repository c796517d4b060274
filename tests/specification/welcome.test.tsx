import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answersNothing } from '#tests/screens/support/answers.ts';
import { openApp } from '#tests/screens/support/open-app.tsx';

test('16c: the portfolio flag shows the welcome popup and stores when it was', async () => {
  const before = Date.now();
  const { user } = openApp('/signin?portfolio', 'nobody', answersNothing);
  const popup = await screen.findByRole('dialog', { name: 'Welcome to Hanya' });
  const at = Number(localStorage.getItem('portfolio'));
  expect(at).toBeGreaterThanOrEqual(before);
  expect(at).toBeLessThanOrEqual(Date.now());
  await user.click(within(popup).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('button', { name: 'Login' })).toBeTruthy();
});

test.each(['/?portfolio', '/unpaid?limit=15&portfolio=1'])(
  '16c: who is led from %s to the sign-in page is welcomed there',
  async (path) => {
    const { address } = openApp(path, 'nobody', answersNothing);
    expect(await screen.findByRole('dialog', { name: 'Welcome to Hanya' })).toBeTruthy();
    expect(address()).toBe('/signin?portfolio');
    expect(localStorage.getItem('portfolio')).not.toBeNull();
  },
);

test('16c: without the flag there is no popup and no timestamp', async () => {
  openApp('/signin', 'nobody', answersNothing);
  await screen.findByText('Connected');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(localStorage.getItem('portfolio')).toBeNull();
});

test('16c, 53c: Logout leads to the sign-in page without a welcome, whatever the address asked for before', async () => {
  const { user, address } = openApp('/?portfolio', 'booking officer', answersNothing);
  await screen.findByRole('heading', { level: 1, name: 'Base' });
  await user.click(screen.getByRole('button', { name: 'Logout' }));
  await screen.findByText('Connected');
  expect(address()).toBe('/signin');
  expect(screen.queryByRole('dialog')).toBeNull();
});
