import type { Page } from '@playwright/test';
import { expect, test } from '#tests/e2e/support/test.ts';
import { link, rowsOf, title } from './screen.ts';

const insurance = [
  'Reference',
  'Date',
  'Zone',
  'Policy Holder',
  'Plate Number',
  'Insurance Provider',
];

/** What a page asks the server for from now on, but for its own scripts. */
function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname}`);
  });
  return calls;
}

for (const [path, heading, columns] of [
  ['/drivers', 'Driving tests', ['Reference', 'Date', 'Full Name', 'Phone']],
  ['/unpaid-insurance', 'Unpaid Insurance', insurance],
  ['/insurance', 'Regularised Insurance', insurance],
] as const) {
  test(`${heading} shows sample rows under its columns`, async ({ page, signIn }) => {
    await signIn('booking officer');
    await page.goto(path);
    await expect(title(page, heading)).toBeVisible();
    await expect(page.getByRole('columnheader')).toHaveText([...columns]);
    await expect(rowsOf(page, heading)).not.toHaveCount(0);
    const before = await rowsOf(page, heading).allTextContents();
    await page.reload();
    await expect(rowsOf(page, heading)).toHaveText(before);
  });
}

for (const [path, heading, sought] of [
  ['/drivers', 'Driving tests', '09005550102'],
  ['/unpaid-insurance', 'Unpaid Insurance', 'kad 002'],
  ['/insurance', 'Regularised Insurance', 'Sample holder E'],
] as const) {
  test(`${heading} is the shared list screen over its rows`, async ({ page, signIn }) => {
    await signIn('booking officer');
    await page.goto(path);
    const count = page.getByRole('status').filter({ hasText: /record/ });
    await expect(count).toHaveText('3 records');
    const pages = page.getByRole('navigation', { name: 'Pages' });
    const size = pages.getByRole('combobox', { name: 'Page size' });
    await expect(size.getByRole('option')).toHaveText([
      ...['10 per page', '15 per page', '20 per page', '25 per page'],
    ]);
    await expect(size).toHaveValue('10');
    await expect(pages.getByText('Page 1 of 1', { exact: true })).toBeVisible();
    for (const name of ['Previous page', 'Next page'])
      await expect(pages.getByRole('button', { name })).toBeDisabled();
    await size.selectOption('25 per page');
    await expect(page).toHaveURL(`${path}?limit=25`);

    const search = page.getByRole('searchbox', { name: `Search ${heading}` });
    await search.fill(sought);
    await expect(rowsOf(page, heading)).toHaveCount(1);
    await expect(count).toHaveText('1 record');
    await page.reload();
    await expect(search).toHaveValue(sought);
    await expect(size).toHaveValue('25');
    await expect(rowsOf(page, heading)).toHaveCount(1);

    await search.fill('nobody at all');
    await expect(page.getByRole('heading', { name: 'No items found' })).toBeVisible();
    await expect(count).toHaveText('0 records');
    await page.getByRole('button', { name: 'Clear search' }).click();
    await expect(rowsOf(page, heading)).toHaveCount(3);
    await page.goto(`${path}?page=9`);
    await expect(rowsOf(page, heading)).toHaveCount(3);
    await expect(page).toHaveURL(path);
  });
}

test('the sample screens make no call of their own', async ({ page, signIn }) => {
  await signIn('zonal head');
  await page.goto('/profile');
  await expect(page.getByLabel('First Name')).toBeVisible();
  const calls = callsOf(page);
  const menu = page.getByRole('navigation', { name: 'Main' });
  for (const [entry, heading] of [
    ['Unpaid Insurance', 'Unpaid Insurance'],
    ['Regularised Insurance', 'Regularised Insurance'],
    ['Reports', 'Reports Overview'],
  ] as const) {
    await menu.getByRole('link', { name: entry, exact: true }).click();
    await expect(title(page, heading)).toBeVisible();
  }
  const asked = page.waitForRequest((request) => request.url().includes('/api/v1/booking?'));
  await menu.getByRole('link', { name: 'Completed', exact: true }).click();
  await asked;
  // The stream that the frame of every screen listens to is not a screen's own.
  const own = calls.filter((call) => !call.endsWith('/live'));
  expect(own).toEqual(['GET /api/v1/booking']);
});

test('the link Insurance opens Vehicle Insurance, which does nothing', async ({ page, signIn }) => {
  await signIn('booking officer');
  await page.goto('/insurance');
  const calls = callsOf(page);
  await link(page, 'Insurance').click();
  const popup = page.getByRole('dialog', { name: 'Vehicle Insurance', exact: true });
  await popup.getByRole('textbox').first().fill('ABC-123DE');
  await page.keyboard.press('Enter');
  await expect(popup.getByRole('button', { name: 'Check insurance' })).toBeDisabled();
  await expect(popup).toBeVisible();
  expect(calls.filter((call) => !call.startsWith('GET'))).toEqual([]);
});

test('Driving Test opens from its screen, and does nothing', async ({ page, signIn }) => {
  await signIn('booking officer');
  await page.goto('/drivers');
  const calls = callsOf(page);
  await page.getByRole('button', { name: 'Driving Test', exact: true }).click();
  const popup = page.getByRole('dialog', { name: 'Driving Test', exact: true });
  await popup.getByRole('textbox').first().fill('Musa Danladi');
  await page.keyboard.press('Enter');
  await expect(popup.getByRole('button', { name: 'Enter for a test' })).toBeDisabled();
  await expect(popup).toBeVisible();
  expect(calls.filter((call) => !call.startsWith('GET'))).toEqual([]);
});

test('the reports show totals, a legend and presets', async ({ page, signIn }) => {
  await signIn('observer');
  await page.goto('/report');
  const totals = page.getByRole('region', { name: 'Totals' }).getByRole('term');
  await expect(totals).toHaveText(['Unpaid', 'Paid', 'Revenue', 'Drivers', 'Vehicles']);
  // No number that somebody could take for a count.
  const figures = page.getByRole('region', { name: 'Totals' }).getByRole('definition');
  await expect(figures).toHaveText(Array.from({ length: 5 }, () => /^\D*No figures yet$/));

  const legend = page.getByRole('region', { name: 'Report types' });
  await expect(legend.getByRole('term')).toHaveText([
    'Snapshot',
    'Standard',
    'F&A',
    'B&P',
    'UNP',
    'E',
    'ER',
  ]);
  await expect(legend.getByRole('definition')).toHaveText([
    /./,
    /./,
    'Weekly report for a zone',
    'Bookings per offense code',
    'Unpaid tickets',
    'ePayment report in a date range',
    'ePayment reconciliation',
  ]);

  for (const year of [2024, 2023, 2022, 2021]) {
    const presets = page.getByRole('region', { name: `Reporting year ${year}` });
    await expect(presets.getByRole('listitem')).toHaveText([
      'Daily',
      'Weekly',
      'Monthly',
      'Yearly',
    ]);
  }
  await expect(page.getByRole('region', { name: /^Reporting year/ })).toHaveCount(4);
});
