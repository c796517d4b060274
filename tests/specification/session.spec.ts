import type { Page, Request } from '@playwright/test';
import { expect, refused, test, unreachable } from '#tests/e2e/support/test.ts';
import { makeAccount, testPassword } from '#tests/support/factories.ts';
import { link, navigation, profileBlock, rowsOf, title } from './screen.ts';

const headerOf = (request: Request) => request.headers()['authorization'];

/** The calls that a page makes from now on. */
function callsOf(page: Page): Request[] {
  const calls: Request[] = [];
  page.on('request', (request) => {
    if (['fetch', 'xhr'].includes(request.resourceType())) calls.push(request);
  });
  return calls;
}

test('the user of a stored token is on screen before the server answers', async ({
  page,
  signIn,
}) => {
  await signIn('booking officer');
  const held = Promise.withResolvers<undefined>();
  await page.route('**/api/**', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto('/insurance');
  await expect(title(page, 'Regularised Insurance')).toBeVisible();
  await expect(profileBlock(page).filter({ hasText: 'Amina Sule' })).toContainText(
    'Booking officer',
  );
  held.resolve(undefined);
});

test('all calls go to the host of the page, with the token in the header', async ({
  page,
  server,
  signIn,
}) => {
  const { token } = await signIn('state admin');
  const calls = callsOf(page);
  for (const [path, heading] of [
    ['/paid', 'Paid Bookings'],
    ['/collisions', 'Accidents'],
    ['/admin', 'Users'],
    ['/profile', 'Account Settings'],
  ] as const) {
    await page.goto(path);
    await expect(title(page, heading)).toBeVisible();
    await page.waitForLoadState('load');
  }
  await expect(page.getByLabel('First Name')).toBeVisible();
  const look = page.waitForRequest('**/api/v1/auth/up');
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await look;
  expect(calls.length).toBeGreaterThan(3);
  for (const request of calls) {
    expect(new URL(request.url()).origin).toBe(server.url);
    expect([request.url(), headerOf(request)]).toEqual([request.url(), `Bearer ${token}`]);
  }
});

test('after Logout no request bears the token', async ({ page, server, signIn }) => {
  const { token } = await signIn('booking officer');
  await page.goto('/insurance');
  const ended = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await navigation(page).getByRole('button', { name: 'Logout' }).click();
  expect(headerOf((await ended).request())).toBe(`Bearer ${token}`);
  const calls = callsOf(page);
  expect(await page.evaluate(() => localStorage.getItem('jwtToken'))).toBeNull();

  const { email } = await server.query((db) => makeAccount(db, 'operator'));
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(testPassword);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(title(page, 'Base')).toBeVisible();
  const [login, ...later] = calls.filter((request) => !request.url().endsWith('/auth/up'));
  expect(login && headerOf(login)).toBeUndefined();
  expect(later.map(headerOf)).not.toContain(`Bearer ${token}`);
});

test.describe(() => {
  test.use({ ownWindow: true });

  test('a call is waited for, however long the answer takes', async ({ page, signIn }) => {
    await page.clock.install();
    await signIn('booking officer');
    const held = Promise.withResolvers<undefined>();
    await page.route('**/api/v1/booking?*', async (route) => {
      await held.promise;
      await route.continue();
    });
    const asked = page.waitForRequest('**/api/v1/booking?*');
    await page.goto('/completed');
    await asked;
    await page.clock.fastForward('30:00');
    await expect(page.getByRole('alert')).toHaveCount(0);
    held.resolve(undefined);
    await page.clock.resume();
    await expect(rowsOf(page, 'Completed Bookings')).toHaveCount(10);
  });
});

test('a wake call that fails is ignored', async ({ page, server, complaints }) => {
  complaints.allow(unreachable);
  await page.route('**/api/v1/auth/up', (route) => route.abort());
  const failed = page.waitForEvent('requestfailed');
  await page.goto('/signin');
  await failed;
  await expect(page.getByRole('alert')).toHaveCount(0);
  const { email } = await server.query((db) => makeAccount(db, 'operator'));
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(testPassword);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(title(page, 'Base')).toBeVisible();
});

test('revenue heads that can’t be had are only logged', async ({ page, signIn, complaints }) => {
  complaints.allow(refused(503));
  await signIn('booking officer');
  await page.route('**/revenue-heads', (route) =>
    route.fulfill({
      status: 503,
      json: { success: false, error: 'The gateway does not answer.', code: 'unavailable' },
    }),
  );
  const logged = page.waitForEvent('console', (message) =>
    message.text().startsWith('The revenue heads could not be loaded.'),
  );
  await page.goto('/completed');
  await link(page, 'Booking').click();
  await logged;
  const form = page.getByRole('dialog', { name: 'New Booking Form' });
  await form.getByRole('combobox', { name: /offences$/i }).fill('LGC-16');
  await expect(form.getByRole('option', { name: /LGC-16/ })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});
