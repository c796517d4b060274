import type { Locator, Page } from '@playwright/test';
import { expect, test } from '#tests/e2e/support/test.ts';
import { link, rowsOf } from './screen.ts';

const map = (page: Page) => page.getByRole('region', { name: 'Live Map' });

async function askForPosition(page: Page): Promise<Locator> {
  await page.goto('/insurance');
  await link(page, 'Booking').click();
  const form = page.getByRole('dialog', { name: 'New Booking Form' });
  await form.getByRole('button', { name: 'Use my position' }).click();
  return form;
}

test('the unpaid page shows the live map beside its list', async ({ page, signIn }) => {
  await signIn('operator');
  await page.goto('/unpaid');
  await expect(rowsOf(page, 'Unpaid Bookings')).toHaveCount(10);
  await expect(map(page)).toBeVisible();
});

test('while the style comes the map says that it is loading', async ({ page, server, signIn }) => {
  await signIn('state admin');
  const held = Promise.withResolvers<undefined>();
  server.mapHost.held = held.promise;
  await page.goto('/map');
  await expect(map(page).getByRole('progressbar', { name: 'Loading' })).toBeVisible();
  held.resolve(undefined);
  await expect(map(page).getByRole('progressbar')).toBeHidden();
});

test('the map is dark', async ({ page, signIn }) => {
  await signIn('state admin');
  const style = page.waitForRequest((request) => request.url().endsWith('/dark'));
  await page.goto('/map');
  await style;
});

test('a refused position is said in the words of the document', async ({ page, signIn }) => {
  await signIn('booking officer');
  const form = await askForPosition(page);
  await expect(
    form.getByText('Permission to access location denied or an error occurred.', { exact: true }),
  ).toBeVisible();
});

test('a browser without positions is told so in the words of the document', async ({
  page,
  signIn,
}) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(Navigator.prototype, 'geolocation');
  });
  await signIn('booking officer');
  const form = await askForPosition(page);
  await expect(
    form.getByText('Geolocation is not supported by your browser.', { exact: true }),
  ).toBeVisible();
});
