import type { Locator, Page } from '@playwright/test';
import { bookedAndPaid } from '#tests/support/journey.ts';
import { expect, test } from './support/test.ts';

const panel = (page: Page): Locator => page.getByRole('region', { name: 'Chart' });
const bars = (page: Page, title: RegExp): Locator =>
  panel(page).getByRole('list', { name: title }).getByRole('link');

/** "1,674 bookings" and "₦144,000", as a name or a row says them. */
function figuresOf(text: string | null): { bookings: string; naira: string } {
  const [bookings] = /\d[\d,]* bookings?/.exec(text ?? '') ?? [''];
  const [naira] = /₦[\d,]*\d/.exec(text ?? '') ?? [''];
  return { bookings, naira };
}

const nameOf = async (link: Locator) =>
  figuresOf((await link.getAttribute('aria-label')) ?? (await link.textContent()));

async function showsAllBookings(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'All bookings' })).toBeVisible();
}

test.beforeEach(async ({ server, signIn }) => {
  const { client } = await signIn('booking officer');
  await server.query((db) => bookedAndPaid(client, db));
});

test(
  'a bar opens the rows behind it, which count the same, and Back finds the chart as it was',
  { tag: '@night' },
  async ({ page, signIn }) => {
    await signIn('state admin', { state: 'Kaduna' });
    await page.goto('/?period=week&show=bookings');
    const today = bars(page, /^Bookings by day/).last();
    await expect(today).toHaveAccessibleName(/^\w+day \d+ \w+, [\d,]+ bookings?, ₦[\d,]+, so far$/);
    const made = (await nameOf(today)).bookings;
    await today.click();
    await showsAllBookings(page);
    await expect(page.getByRole('status').filter({ hasText: made })).toBeVisible();

    await page.goBack();
    await panel(page).getByRole('button', { name: 'Revenue' }).click();
    const paid = (await nameOf(bars(page, /^Revenue by day/).last())).naira;
    await bars(page, /^Revenue by day/)
      .last()
      .click();
    await showsAllBookings(page);
    await expect(page.getByText(`${paid} in all`)).toBeVisible();
  },
);

test(
  'with the keyboard alone: one stop, arrows from bar to bar, Enter opens',
  { tag: '@night' },
  async ({ page, signIn }) => {
    await signIn('state admin', { state: 'Kaduna' });
    await page.goto('/?period=year&show=bookings');
    const months = bars(page, /^Bookings by month/);
    await expect(months.last()).toBeVisible();
    await panel(page).getByRole('button', { name: 'Table' }).focus();
    await page.keyboard.press('Tab');
    await expect(months.last()).toBeFocused();
    await page.keyboard.press('Home');
    await expect(months.first()).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    await expect(months.first()).toBeFocused();
    const { bookings } = await nameOf(months.first());
    await expect(panel(page).getByText(/^January \d{4}$/)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(panel(page).getByText(/^January \d{4}$/)).toBeHidden();
    await page.keyboard.press('Enter');
    await showsAllBookings(page);
    await expect(page.getByRole('status').filter({ hasText: bookings })).toBeVisible();
  },
);
