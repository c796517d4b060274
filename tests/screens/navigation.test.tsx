import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { navigationEntries } from '#tests/support/navigation.ts';
import { answersNothing } from './support/answers.ts';
import { headerLink } from './support/form.ts';
import { openApp } from './support/open-app.tsx';

test(
  '42 to 52, 53c: each entry of the navigation leads to its path, and is the current one there',
  { tags: 'night' },
  async () => {
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
  },
);

test('a screen without an entry lights the one it stands under, and its own tab', async () => {
  const { user, address } = openApp('/obligations', 'state admin', answersNothing);
  await screen.findByRole('heading', { level: 1, name: 'Obligations' });
  const litIn = (name: string) =>
    within(screen.getByRole('navigation', { name }))
      .getAllByRole('link')
      .filter((link) => link.hasAttribute('aria-current'))
      .map(({ textContent }) => textContent);
  expect(litIn('Main')).toEqual(['Unpaid Booking']);
  expect(litIn('Screens in this section')).toEqual(['Obligations']);
  const tabs = within(screen.getByRole('navigation', { name: 'Screens in this section' }));
  await user.click(tabs.getByRole('link', { name: 'Unpaid' }));
  await screen.findByRole('heading', { level: 1, name: 'Unpaid Bookings' });
  expect(address()).toBe('/unpaid');
});

test('53a to 53c: Logout scrolls to the top, forgets the user and leads to the sign-in page', async () => {
  const { store, address } = openApp('/profile', 'booking officer', answersNothing);
  const menu = within(await screen.findByRole('navigation', { name: 'Main' }));
  await screen.findByRole('heading', { level: 1, name: 'Account Settings' });
  const scrolled = vi.mocked(window.scrollTo).mockClear();
  fireEvent.click(menu.getByRole('button', { name: 'Logout' }));
  await waitFor(() => expect(address()).toBe('/signin'));
  expect(scrolled).toHaveBeenCalledWith(0, 0);
  expect(store.getState().currentUser).toMatchObject({ isAuthenticated: false, user: {} });
  expect(localStorage.getItem('jwtToken')).toBeNull();
});

test('58a: the header names the authority', async () => {
  openApp('/profile', 'operator', answersNothing);
  expect((await screen.findByRole('banner')).textContent).toContain('State Traffic Authority');
});

test.each([
  ['no-user.jpg', null],
  ['/files/amina.jpg', '/files/amina.jpg'],
])('59a, 59b, 155: with the picture %s the profile block shows %s', async (picture, shown) => {
  openApp('/profile', { role: 'zonal head', picture, avatar: picture }, answersNothing);
  const banner = within(await screen.findByRole('banner'));
  const block = (await banner.findByText('Amina Bello')).closest('button');
  expect(block?.textContent).toContain('Zonal head');
  expect(block?.querySelector('img')?.getAttribute('src') ?? null).toBe(shown);
});

test.each([
  ['Booking', 'New Booking Form'],
  ['Insurance', 'Vehicle Insurance'],
  ['Collision', 'New Collision Form'],
] as const)('58b, 61a: the link %s opens %s, and Escape closes it', async (name, form) => {
  const { user } = openApp('/profile', 'booking officer', answersNothing);
  await user.click(await headerLink(name));
  expect(await screen.findByRole('dialog', { name: form })).toBeTruthy();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: form })).toBeNull());
});
