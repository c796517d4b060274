import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { logout } from '#contract/auth.ts';
import { passwordsDiffer } from '#contract/passwords.ts';
import { makeAccount } from '../support/factories.ts';
import { expect, refused, test } from './support/test.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

async function login(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

const stored = (page: Page, key: string) =>
  page.evaluate((name) => localStorage.getItem(name), key);

test('37a, 64c, 248a, 249a, 249b: a forgotten password is set anew with the link of the mail', async ({
  page,
  server,
  complaints,
}) => {
  // A call of the first screen may be on its way when its session ends.
  complaints.allow(refused(401));
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
  await rows.first().getByRole('button').first().click();
  await expect(page.getByRole('dialog').getByText('Demo record')).toBeVisible();
});

test.describe('a page of its own', () => {
  test.use({ ownWindow: true });

  test('where data is saved, sign-in takes nine requests and one for the accounts of a demo, and the first screen once somebody types', async ({
    page,
    request,
  }) => {
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
    );
    const asked: string[] = [];
    page.on('request', (sent) => asked.push(new URL(sent.url()).pathname));
    await page.goto('/signin');
    await expect(page.getByText('Connected')).toBeVisible();
    // What is fetched ahead where nothing is saved would begin by now.
    await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)));
    expect(asked.length).toBeLessThanOrEqual(10);
    await page.getByLabel('Email').fill('a');
    const isAsked = (name: string) => asked.some((path) => path.startsWith(`/assets/${name}-`));
    await expect.poll(() => isAsked('frame') && isAsked('dashboard-page')).toBe(true);
    expect(isAsked('unpaid-with-map')).toBe(false);

    // The scripts were compressed once, with the build.
    const script = asked.find((path) => /^\/assets\/.*\.js$/.test(path)) ?? '';
    for (const encoding of ['br', 'gzip']) {
      const answer = await request.get(script, { headers: { 'accept-encoding': encoding } });
      expect(answer.headers()).toMatchObject({
        'content-encoding': encoding,
        'content-length': expect.stringMatching(/^\d+$/),
        'cache-control': 'public, max-age=31536000, immutable',
      });
    }
    expect((await request.get(`${script}.br`)).status()).toBe(404);
  });
});

test(
  'after a visit from the portfolio, Logout keeps all but the token, and takes the theme off',
  { tag: '@night' },
  async ({ page, store, signIn }) => {
    await signIn('booking officer');
    await store({ other: 'of the browser', portfolio: String(Date.now() - 600_000) });
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
    expect(keys).toEqual(['other', 'portfolio', 'theme']);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  },
);

test(
  'a session that ended elsewhere leads to the sign-in page, which says why',
  { tag: '@night' },
  async ({ page, signIn, complaints }) => {
    complaints.allow(refused(401));
    const { client } = await signIn('zonal head');
    await page.goto('/');
    await expect(heading(page, 'Base')).toBeVisible();
    await client.ok(logout);
    // The open live stream learns of it by itself.
    await expect(page).toHaveURL('/signin');
    await expect(page.getByText('Your session has ended. Sign in to continue.')).toBeVisible();
    expect(await stored(page, 'jwtToken')).toBeNull();
  },
);

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

test('the page has its policy under its own file name too', async ({ page }) => {
  const answer = await page.request.get('/index.html');
  expect(answer.headers()['content-security-policy']).toContain("frame-ancestors 'none'");
});
