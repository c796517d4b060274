import type { Locator, Page } from '@playwright/test';
import { logout } from '#contract/auth.ts';
import { testPassword } from '../support/factories.ts';
import { journeyOn } from './support/journey.ts';
import { isKept } from './support/kept-on-device.ts';
import { expect, refused, test } from './support/test.ts';

const stop = { name: 'Hauwa Bello', registration: 'KAD-214BN' };

const field = (form: Locator, label: string | RegExp) =>
  typeof label === 'string' ? form.getByLabel(label, { exact: true }) : form.getByLabel(label);
const press = (form: Locator, name: string | RegExp) => form.getByRole('button', { name }).click();
const offerOf = (form: Locator) => form.getByRole('region', { name: 'Drafts' });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

async function login(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(testPassword);
  await page.getByRole('button', { name: 'Login' }).click();
}

test('a draft survives a reload, is offered back, and is gone once it is discarded', async ({
  page,
  signIn,
}) => {
  await signIn('booking officer', { zone: 'Zaria' });
  const journey = journeyOn(page, false);
  await page.goto('/completed');
  const form = await journey.openForm();
  await expect(offerOf(form)).toHaveCount(0);
  await journey.addOffence(form, 'LGC-16', /LGC-16/);
  await field(form, 'Name').fill(stop.name);
  await field(form, 'Vehicle Registration').fill(stop.registration);
  await isKept(page, stop.registration);

  await page.reload();
  await journey.openForm();
  await expect(offerOf(form)).toContainText(
    new RegExp(`Continue the draft of \\d\\d:\\d\\d, ${stop.registration}\\?`),
  );
  await expect(field(form, 'Name')).toHaveValue('');
  await press(form, /^Continue the draft/);
  await expect(field(form, 'Name')).toHaveValue(stop.name);
  await expect(field(form, 'Vehicle Registration')).toHaveValue(stop.registration);
  await expect(form.getByRole('list', { name: 'Offences added' })).toContainText('LGC-16');
  await expect(offerOf(form)).toHaveCount(0);
  await expect(form.locator('form')).toBeFocused();

  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Close the form?' });
  await press(question, 'Save draft');
  await expect(form).toBeHidden();
  await journey.openForm();
  await press(form, /^Discard the draft/);
  await expect(page.getByRole('status').filter({ hasText: 'Draft discarded' })).toBeVisible();
  await expect(offerOf(form)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  await page.reload();
  await journey.openForm();
  await expect(offerOf(form)).toHaveCount(0);
});

test(
  'a session that ends in the middle of a form is taken up by nobody else on the device',
  { tag: '@night' },
  async ({ page, signIn, complaints }) => {
    complaints.allow(refused(401));
    const other = await signIn('booking officer', { zone: 'Zaria' });
    const own = await signIn('booking officer', { zone: 'Zaria' });
    const journey = journeyOn(page, false);
    await page.goto('/paid?search=ABJ');
    await expect(heading(page, 'Paid Bookings')).toBeVisible();
    const form = await journey.openForm();
    await journey.fillDriverAndVehicle(form, stop);

    await own.client.ok(logout);
    await expect(page).toHaveURL('/signin');
    await expect(page.getByText('Your session has ended. Sign in to continue.')).toBeVisible();
    await expect(page.getByText('Hanya has kept what you typed')).toBeVisible();
    await expect(page.getByText(stop.name)).toHaveCount(0);

    await login(page, other.account?.email ?? '');
    await expect(heading(page, 'Base')).toBeVisible();
    await expect(page).toHaveURL('/');
    await journey.openForm();
    await expect(offerOf(form)).toHaveCount(0);
    await expect(field(form, 'Name')).toHaveValue('');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Logout' }).click();

    await login(page, own.account?.email ?? '');
    await expect(form).toBeVisible();
    await expect(form).toContainText('Here is what you typed.');
    await expect(field(form, 'Name')).toHaveValue(stop.name);
  },
);

test(
  'a session that ends in the middle of a form brings path and draft back after signing in again',
  { tag: '@night' },
  async ({ page, signIn, complaints }) => {
    complaints.allow(refused(401));
    const { client, account } = await signIn('booking officer', { zone: 'Zaria' });
    const journey = journeyOn(page, false);
    await page.goto('/paid?search=ABJ');
    await expect(heading(page, 'Paid Bookings')).toBeVisible();
    const address = page.url();
    const form = await journey.openForm();
    await field(form, 'Name').fill(stop.name);
    await client.ok(logout);
    await expect(page).toHaveURL('/signin');
    await login(page, account?.email ?? '');
    await expect(page).toHaveURL(address);
    await expect(field(form, 'Name')).toHaveValue(stop.name);
  },
);
