import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { logout } from '#contract/auth.ts';
import { passwordsDiffer } from '#contract/passwords.ts';
import { makeAccount, testPassword } from '../support/factories.ts';
import { expect, refused, test } from './support/test.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

async function login(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

const stored = (page: Page, key: string) =>
  page.evaluate((name) => localStorage.getItem(name), key);

/** A token that decodes to a user of this expiry (seconds), signed by nobody. */
function unsignedToken(exp: number): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const user = { id: 'x', firstName: 'A', lastName: 'B', role: 'observer', picture: 'no-user.jpg' };
  return `${part({ alg: 'HS256' })}.${part({ ...user, exp, state: null, zone: null })}.none`;
}

test('a wrong password shows the server’s sentence in an alert', async ({ page, complaints }) => {
  complaints.allow(refused(401));
  await page.goto('/signin');
  await login(page, 'booking-officer@hanya.test', 'not the password');
  await expect(page.getByRole('alert')).toContainText('The email or the password is wrong.');
  await expect(page).toHaveURL('/signin');
});

test('an unauthenticated address leads to the sign-in page, and back after signing in', async ({
  page,
  server,
}) => {
  const { email } = await server.query((db) => makeAccount(db, 'booking officer'));
  await page.goto('/paid?page=2&limit=15');
  await expect(page).toHaveURL('/signin');
  await login(page, email, testPassword);
  await expect(page).toHaveURL('/paid?page=2&limit=15');
  await expect(heading(page, 'Paid Bookings')).toBeVisible();
});

test('a forgotten password is set anew with the link of the mail', async ({ page, server }) => {
  const { email } = await server.query((db) => makeAccount(db, 'operator'));
  await page.goto('/signin');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Forgot password' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByRole('status').filter({ hasText: email })).toBeVisible();

  await page.goto(await linkMailedTo(server.dataDir, email));
  await expect(heading(page, 'Reset your password')).toBeVisible();
  const reset = page.getByRole('button', { name: 'Reset', exact: true });
  await page.getByLabel('New password').fill('roadside umbrella 7');
  await page.getByLabel('Confirm password').fill('roadside umbrella 8');
  await reset.click();
  await expect(page.getByText(passwordsDiffer)).toBeVisible();
  await page.getByLabel('Confirm password').fill('roadside umbrella 7');
  await reset.click();
  await expect(heading(page, 'Base')).toBeVisible();

  await page.getByRole('button', { name: 'Logout' }).click();
  await login(page, email, 'roadside umbrella 7');
  await expect(heading(page, 'Base')).toBeVisible();
});

test('the guest signs in without a call and sees demo records', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/signin');
  await expect(page.getByText('Connected')).toBeVisible();
  await page.getByRole('button', { name: 'Continue as guest' }).click();
  await expect(heading(page, 'Base')).toBeVisible();
  expect(asked.filter((path) => path.startsWith('/api/v1/auth/'))).toEqual(['/api/v1/auth/up']);

  await page.getByRole('link', { name: 'Unpaid Booking' }).click();
  const rows = page.getByRole('table', { name: 'Unpaid Bookings' }).locator('tbody tr');
  await expect(rows).toHaveCount(10);
  await rows.first().getByRole('button').first().click();
  await expect(page.getByRole('dialog').getByText('Demo record')).toBeVisible();
});

test('the wake call removes the wake flag once the server answered', async ({ page }) => {
  const held = Promise.withResolvers<undefined>();
  await page.route('**/api/v1/auth/up', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto('/signin');
  await expect(page.getByText('The server is waking.')).toBeVisible();
  expect(await stored(page, 'wake')).not.toBeNull();
  held.resolve(undefined);
  await expect(page.getByText('Connected')).toBeVisible();
  expect(await stored(page, 'wake')).toBeNull();
});

test('the portfolio flag shows the welcome popup and stores when it was', async ({ page }) => {
  const before = Date.now();
  await page.goto('/signin?portfolio');
  const popup = page.getByRole('dialog', { name: 'Welcome to Hanya' });
  await expect(popup).toBeVisible();
  const at = Number(await stored(page, 'portfolio'));
  expect(at).toBeGreaterThanOrEqual(before);
  expect(at).toBeLessThanOrEqual(Date.now());
  await popup.getByRole('button', { name: 'Close' }).click();
  await expect(popup).toBeHidden();
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
});

test('without the flag there is no popup and no timestamp', async ({ page }) => {
  await page.goto('/signin');
  await expect(page.getByText('Connected')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await stored(page, 'portfolio')).toBeNull();
});

test('an expired token clears local storage and leads to the sign-in page', async ({
  page,
  store,
}) => {
  const expired = unsignedToken(Math.floor(Date.now() / 1000) - 1);
  await store({ jwtToken: expired, portfolio: String(Date.now()), other: 'kept by nobody' });
  await page.goto('/unpaid');
  await expect(page).toHaveURL('/signin');
  await expect(page.getByText('Your session ended. Sign in to go on.')).toBeVisible();
  await expect(page.getByText('Connected')).toBeVisible();
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
});

test('a token that can’t be decoded counts as nobody', async ({ page, store }) => {
  await store({ jwtToken: 'neither.a.token' });
  await page.goto('/unpaid');
  await expect(page).toHaveURL('/signin');
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
});

const hour = 3_600_000;
for (const { visit, age, kept } of [
  { visit: 'younger than an hour', age: hour - 600_000, kept: 'all but the token' },
  { visit: 'older than an hour', age: hour + 1_000, kept: 'nothing' },
  { visit: 'missing', age: null, kept: 'nothing' },
]) {
  test(`with the portfolio timestamp ${visit}, Logout keeps ${kept}`, async ({
    page,
    store,
    signIn,
  }) => {
    await signIn('booking officer');
    const timestamp = age === null ? {} : { portfolio: String(Date.now() - age) };
    await store({ other: 'of the browser', ...timestamp });
    await page.goto('/unpaid');
    await page.getByRole('button', { name: /^Find plate/ }).click();
    await page.getByRole('combobox', { name: 'Find or do' }).fill('dark');
    await page.getByRole('option', { name: 'Theme: Dark' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/signin');
    await expect(page.getByText('Connected')).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
    const keys = await page.evaluate(() => Object.keys(localStorage).sort());
    expect(keys).toEqual(kept === 'nothing' ? [] : ['other', 'portfolio', 'theme']);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  });
}

test('Logout ends the session at the server too', async ({ page, signIn }) => {
  const { client } = await signIn('booking officer');
  await page.goto('/');
  const told = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await page.getByRole('button', { name: 'Logout' }).click();
  expect((await told).status()).toBe(200);
  expect(await client.call(logout)).toMatchObject({ ok: false, status: 401 });
});

test('a session that ended elsewhere leads to the sign-in page, which says why', async ({
  page,
  signIn,
  complaints,
}) => {
  complaints.allow(refused(401));
  const { client } = await signIn('zonal head');
  await page.goto('/');
  await expect(heading(page, 'Base')).toBeVisible();
  await client.ok(logout);
  // The open live stream learns of it by itself.
  await expect(page).toHaveURL('/signin');
  await expect(page.getByText('Your session ended. Sign in to go on.')).toBeVisible();
  expect(await stored(page, 'jwtToken')).toBeNull();
});

/** The link in the newest mail to an address, once the mail is written. */
async function linkMailedTo(dataDir: string, email: string): Promise<string> {
  const folder = join(dataDir, 'mail');
  const mailed = (): string[] => {
    try {
      const ending = /^[^.].*\.eml$/;
      return readdirSync(folder).filter(
        (name) => ending.test(name) && name.includes(email.replace('@', '_')),
      );
    } catch {
      return [];
    }
  };
  await expect.poll(() => mailed().length).toBe(1);
  const message = readFileSync(join(folder, mailed()[0] ?? ''), 'utf8')
    .replaceAll('=\r\n', '')
    .replaceAll('=3D', '=');
  expect(message).toContain(email);
  const link = /http\S+\/resetpassword#\S+/.exec(message)?.[0];
  if (link === undefined) throw new Error(`The mail holds no link:\n${message}`);
  return link;
}
