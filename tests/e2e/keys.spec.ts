import type { Page } from '@playwright/test';
import { booked } from '../support/journey.ts';
import { expect, test } from './support/test.ts';

const rows = (page: Page) => page.locator('main [data-row]');
const help = (page: Page) => page.getByRole('dialog', { name: 'Help' });
const form = (page: Page) => page.getByRole('dialog', { name: 'New Booking Form' });

test('j and k move the current row or the open record, and closing it comes back to its row', async ({
  page,
  signIn,
}) => {
  const { client } = await signIn('booking officer');
  const name = 'Keziah Rowe';
  for (const registration of ['KEY-101AA', 'KEY-102AA', 'KEY-103AA'])
    await booked(client, { name, registration });
  await page.goto(`/unpaid?search=${encodeURIComponent(name)}`);
  await expect(rows(page)).toHaveCount(3);

  await page.keyboard.press('j');
  await expect(rows(page).first()).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(rows(page).last()).toBeFocused();
  await page.keyboard.press('k');
  const second = rows(page).nth(1);
  await expect(second).toBeFocused();
  await expect(second).toHaveAttribute('aria-current', 'true');

  await page.keyboard.press('Enter');
  const record = page.getByRole('dialog', { name: 'Booking KEY-102AA' });
  await expect(record.getByRole('table', { name: 'Fines' })).toBeVisible();
  await page.keyboard.press('n');
  await page.keyboard.press('j');
  const next = page.getByRole('dialog', { name: 'Booking KEY-101AA' });
  await expect(next).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(next).toBeHidden();
  await expect(rows(page).last()).toBeFocused();
});

test(
  'a record that was opened by a link comes back to its row too',
  { tag: '@night' },
  async ({ page, signIn }) => {
    const { client } = await signIn('booking officer');
    const { _id } = await booked(client, { name: 'Linus Keyes', registration: 'KEY-201AA' });
    await page.goto(`/unpaid?search=Linus&open=${_id}`);
    await expect(page.getByRole('dialog', { name: 'Booking KEY-201AA' })).toBeVisible();
    await expect(rows(page)).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(page.locator(`[data-row="${_id}"]`)).toBeFocused();
  },
);

test('a single key in a field is a letter, and with Ctrl it is the browser’s', async ({
  page,
  signIn,
}) => {
  await signIn('booking officer');
  await page.goto('/unpaid');
  const search = page.getByRole('searchbox');
  await expect(search).toBeVisible();
  await page.keyboard.press('Alt+j');
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await page.keyboard.type('jkn?/');
  await expect(search).toHaveValue('jkn?/');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test(
  '? lists the keys; switched off there, they do nothing, also after a reload',
  { tag: '@night' },
  async ({ page, signIn }) => {
    await signIn('booking officer');
    await page.goto('/profile');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('n');
    await expect(form(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(form(page)).toBeHidden();

    await page.keyboard.press('?');
    await expect(help(page).getByText('New booking')).toBeVisible();
    await help(page).getByRole('checkbox', { name: 'Use single-key shortcuts' }).uncheck();
    await page.keyboard.press('Escape');
    await expect(help(page)).toBeHidden();
    await page.keyboard.press('n');
    await page.keyboard.press('?');
    await page.keyboard.press('Control+k');
    // The palette needs no single-key shortcut; it is the only dialog that opened.
    await expect(page.getByRole('dialog')).toHaveCount(1);
    await page.getByRole('combobox', { name: 'Search and actions' }).fill('keyboard');
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.getByRole('button', { name: /Account menu/ }).click();
    await page.getByRole('menuitem', { name: 'Keyboard' }).click();
    await expect(
      help(page).getByRole('checkbox', { name: 'Use single-key shortcuts' }),
    ).not.toBeChecked();
  },
);
