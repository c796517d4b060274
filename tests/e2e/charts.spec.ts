import type { Locator, Page } from '@playwright/test';
import { bookedAndPaid } from '#tests/support/journey.ts';
import { expect, refused, test } from './support/test.ts';

const panel = (page: Page): Locator => page.getByRole('region', { name: 'Bookings and revenue' });
const bars = (page: Page, title: RegExp): Locator =>
  panel(page).getByRole('list', { name: title }).getByRole('link');
const byOffence = (page: Page): Locator =>
  page.getByRole('list', { name: 'Most frequent offences' });

/** "1,674 bookings" and "₦144,000", as a name or a row says them. */
function figuresOf(text: string | null): { bookings: string; naira: string } {
  const [bookings] = /\d[\d,]* bookings?/.exec(text ?? '') ?? [''];
  const [naira] = /₦[\d,]*\d/.exec(text ?? '') ?? [''];
  return { bookings, naira };
}

const nameOf = async (link: Locator) =>
  figuresOf((await link.getAttribute('aria-label')) ?? (await link.textContent()));

async function showsAllBookings(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'All Bookings' })).toBeVisible();
}

test.beforeEach(async ({ server, signIn }) => {
  const { client } = await signIn('booking officer');
  await server.query((db) => bookedAndPaid(client, db));
});

test('a bar opens the rows behind it, which count the same, and Back finds the chart as it was', async ({
  page,
  signIn,
}) => {
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
});

test('each figure of a period opens its rows; the cell itself turns the chart to it', async ({
  page,
  signIn,
}) => {
  await signIn('state admin', { state: 'Kaduna' });
  await page.goto('/');
  await expect(panel(page).getByRole('heading', { name: /^Revenue by day, / })).toBeVisible();
  await panel(page).getByRole('link', { name: 'Year', exact: true }).click();
  await expect(
    panel(page).getByRole('heading', { name: /^Revenue by month, \d{4}$/ }),
  ).toBeVisible();
  await expect(panel(page).getByRole('link', { name: 'Year', exact: true })).toHaveAttribute(
    'aria-current',
    'true',
  );
  const [, , month] = await panel(page)
    .getByRole('definition')
    .getByText(/bookings?$/)
    .all();
  const made = figuresOf((await month?.textContent()) ?? null).bookings;
  await month?.click();
  await showsAllBookings(page);
  await expect(page.getByRole('status').filter({ hasText: made })).toBeVisible();
});

test('an offence opens the bookings that it was counted in', async ({ page, signIn }) => {
  await signIn('state admin', { state: 'Kaduna' });
  await page.goto('/?period=year');
  const row = byOffence(page).getByRole('link').first();
  await expect(row).toHaveAccessibleName(/^[A-Z]{3}-\d\d .+ [\d,]+ bookings? ₦[\d,]+$/);
  const made = (await nameOf(row)).bookings;
  await row.click();
  await showsAllBookings(page);
  await expect(page.getByRole('status').filter({ hasText: made })).toBeVisible();
});

test('the table says what the bars say, and its figures open the same rows', async ({
  page,
  signIn,
}) => {
  await signIn('state admin', { state: 'Kaduna' });
  await page.goto('/?period=month');
  await expect(bars(page, /^Revenue by day/).last()).toBeVisible();
  const said: string[][] = [];
  const opened: (string | null)[] = [];
  for (const bar of await bars(page, /^Revenue by day/).all()) {
    const { bookings, naira } = await nameOf(bar);
    said.push([bookings.replace(/ bookings?$/, ''), naira]);
    opened.push(await bar.getAttribute('href'));
  }
  await panel(page).getByRole('button', { name: 'Table' }).click();
  const table = panel(page).getByRole('table', { name: /^Bookings and revenue by day/ });
  const rows = table.locator('tbody').getByRole('row');
  await expect(rows).toHaveCount(said.length);
  for (const [at, figures] of said.entries()) {
    await expect(rows.nth(at).getByRole('cell')).toHaveText(figures);
    const [, revenue] = await rows.nth(at).getByRole('link').all();
    expect(await revenue?.getAttribute('href')).toBe(opened[at]);
  }
});

test('with the keyboard alone: one stop, arrows from bar to bar, Enter opens', async ({
  page,
  signIn,
}) => {
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
});

test('an operator sees the same bars, which open nothing, and the offences of unpaid bookings', async ({
  page,
  signIn,
}) => {
  await signIn('operator', { state: 'Kaduna' });
  await page.goto('/?period=year');
  await expect(panel(page).getByRole('img', { name: /so far$/ })).toBeVisible();
  await expect(bars(page, /^Revenue by month/)).toHaveCount(0);
  await expect(panel(page).getByRole('definition').getByRole('link')).toHaveCount(0);
  const row = byOffence(page).getByRole('link').first();
  const made = (await nameOf(row)).bookings;
  await expect(panel(page).getByRole('img', { name: /opens the whole day/ })).toHaveCount(0);
  await row.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Unpaid Bookings' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: made })).toBeVisible();
});

test('a chart that can’t be loaded says so in its place, and is tried again', async ({
  page,
  signIn,
  complaints,
}) => {
  complaints.allow(refused(500));
  await signIn('state admin', { state: 'Abuja' });
  const series = '**/api/v1/statistics/series?*';
  const failure = { success: false, error: 'The figures are being counted.', code: 'failed' };
  await page.route(series, (route) => route.fulfill({ status: 500, json: failure }));
  await page.goto('/');
  await expect(panel(page).getByText(failure.error)).toBeVisible();
  await expect(panel(page).getByRole('term').first()).toHaveText('Day');
  const again = panel(page).getByRole('button', { name: 'Try again' });
  const asked = page.waitForRequest(series);
  await again.click();
  await asked;
  await page.unroute(series);
  // Live news may ask before the button does, and take it away.
  await expect(async () => {
    if (await again.isVisible()) await again.click({ timeout: 2_000 });
    await expect(bars(page, /^Revenue by day/).last()).toBeVisible({ timeout: 5_000 });
  }).toPass();
});
