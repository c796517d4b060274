import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { navigationEntries } from '#tests/support/navigation.ts';
import { answersNothing } from './support/answers.ts';
import { headerLink } from './support/form.ts';
import { openApp } from './support/open-app.tsx';

test('each entry of the navigation leads to its path, and is the current one there', async () => {
  const { user, address } = openApp('/profile', 'state admin', answersNothing);
  const menu = within(await screen.findByRole('navigation', { name: 'Main' }));
  for (const [label, path] of navigationEntries) {
    const entry = menu.getByRole('link', { name: label });
    await user.click(entry);
    await waitFor(() => expect(entry.getAttribute('aria-current')).toBe('page'));
    expect(address()).toBe(path);
  }
  await user.click(menu.getByRole('button', { name: 'Logout' }));
  await waitFor(() => expect(address()).toBe('/signin'));
});

test('the header names the authority', async () => {
  openApp('/profile', 'operator', answersNothing);
  expect((await screen.findByRole('banner')).textContent).toContain('State Traffic Authority');
});

test.each([
  ['Booking', 'New Booking Form'],
  ['Insurance', 'Vehicle Insurance'],
  ['Collision', 'New Collision Form'],
] as const)('the link %s opens %s, and Escape closes it', async (name, form) => {
  const { user } = openApp('/profile', 'booking officer', answersNothing);
  await user.click(await headerLink(name));
  expect(await screen.findByRole('dialog', { name: form })).toBeTruthy();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: form })).toBeNull());
});
