import type { Page } from '@playwright/test';
import { openSession } from '../support/client.ts';
import { booked } from '../support/journey.ts';
import { expect, noNetwork, test } from './support/test.ts';

const field = (page: Page) => page.getByRole('combobox', { name: 'Search and actions' });
const choices = (page: Page) => page.getByRole('listbox').getByRole('option');
const scheme = (page: Page) => page.locator('html');

async function openPalette(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Find plate/ }).waitFor();
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
}

test(
  'the palette finds a booking by its plate in another spelling and opens it, by keyboard alone',
  { tag: '@night' },
  async ({ page, signIn }) => {
    const { client } = await signIn('booking officer');
    const { _id } = await booked(client, { registration: 'PAL-617ET', name: 'Ladi Bature' });
    await page.goto('/');
    await openPalette(page);
    await page.keyboard.type('pal617et');
    const found = choices(page).filter({ hasText: 'Ladi Bature' });
    await expect(found).toBeVisible();
    // The dossier of the plate stands first.
    await expect(choices(page).first()).toHaveText(/^Dossier for plate PAL617ET/);
    await page.keyboard.press('ArrowDown');
    await expect(found).toHaveAttribute('aria-selected', 'true');
    await expect(field(page)).toHaveAttribute(
      'aria-activedescendant',
      (await found.getAttribute('id')) ?? '',
    );
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/bookings?open=${_id}`);
    await expect(
      page.getByRole('dialog', { name: 'Booking PAL-617ET, Ladi Bature' }),
    ).toBeVisible();
  },
);

test(
  'without a network the palette says so and still leads to the screens',
  { tag: '@night' },
  async ({ page, context, signIn, complaints }) => {
    complaints.allow(noNetwork);
    await signIn('booking officer');
    await page.goto('/collisions');
    await openPalette(page);
    await context.setOffline(true);
    await field(page).fill('profile');
    await expect(page.getByRole('dialog').getByText('No network.')).toBeVisible();
    await expect(choices(page).filter({ hasText: 'Profile' })).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByRole('dialog').getByText('No network.')).toBeHidden();
  },
);

test(
  'a theme survives a reload, goes with the user and comes back with them',
  { tag: '@night' },
  async ({ page, server, store, signIn }) => {
    const first = await signIn('booking officer');
    await page.goto('/profile');
    await expect(scheme(page)).toHaveAttribute('data-mantine-color-scheme', 'light');
    await openPalette(page);
    await field(page).fill('dark');
    await page.keyboard.press('Enter');
    await expect(scheme(page)).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await page.reload();
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
    await expect(scheme(page)).toHaveAttribute('data-mantine-color-scheme', 'dark');

    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(scheme(page)).toHaveAttribute('data-mantine-color-scheme', 'light');
    await signIn('observer');
    await page.goto('/profile');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(scheme(page)).toHaveAttribute('data-mantine-color-scheme', 'light');

    const { token } = await openSession(server.url, first.account?.email ?? '');
    await store({ jwtToken: token });
    await page.goto('/profile');
    await expect(scheme(page)).toHaveAttribute('data-mantine-color-scheme', 'dark');
  },
);
