import type { Locator, Page } from '@playwright/test';
import { readUser } from '#contract/users.ts';
import { expect, refused, test } from '#tests/e2e/support/test.ts';
import { aPicture } from './pictures.ts';
import { profileBlock, title } from './screen.ts';

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const field = (within: Locator, label: string) =>
  within.getByLabel(new RegExp(`^${label}( \\(optional\\))?$`)).first();

async function openProfile(page: Page): Promise<Locator> {
  await page.goto('/profile');
  await expect(title(page, 'Account Settings')).toBeVisible();
  const account = card(page, 'Account');
  await expect(account.getByRole('button', { name: 'Save Changes' })).toBeVisible();
  return account;
}

async function choosePicture(page: Page): Promise<void> {
  const gallery = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Gallery', exact: true }).click();
  await (await gallery).setFiles(await aPicture());
}

test('Account Type and Email can only be read', async ({ page, signIn }) => {
  const { account: own } = await signIn('booking officer');
  const account = await openProfile(page);
  for (const [label, value] of [
    ['Account Type', 'Booking officer'],
    ['Email', own?.email ?? ''],
  ] as const) {
    const shown = account.getByRole('group', { name: label });
    await expect(shown).toContainText(value);
    await expect(shown.locator('input')).toHaveCount(0);
    await expect(account.getByRole('textbox', { name: label })).toHaveCount(0);
  }
});

test('Save Changes keeps what was typed, over a reload', async ({ page, signIn }) => {
  const { account: own, client } = await signIn('booking officer');
  const typed = {
    Username: 'h.bello',
    'First Name': 'Hauwa',
    'Last Name': 'Bello',
    'Phone Number': '0900 555 0177',
  };
  const account = await openProfile(page);
  for (const [label, value] of Object.entries(typed)) await field(account, label).fill(value);
  await account.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Profile updated' })).toBeVisible();
  await expect(profileBlock(page).filter({ hasText: 'Hauwa Bello' })).toBeVisible();
  await page.reload();
  for (const [label, value] of Object.entries(typed)) {
    await expect(field(account, label)).toHaveValue(value);
  }
  const { data } = await client.ok(readUser, { params: { id: own?.id ?? '' } });
  expect(data).toMatchObject({ firstName: 'Hauwa', lastName: 'Bello', username: 'h.bello' });
});

test('State and Zone Restriction narrow the account once that is confirmed', async ({
  page,
  signIn,
}) => {
  const { account: own, client } = await signIn('zonal head', { state: null });
  await openProfile(page);
  const access = card(page, 'Access Control');
  await access.getByRole('combobox', { name: 'State' }).click();
  await page.getByRole('option', { name: 'Kaduna', exact: true }).click();
  await access.getByRole('combobox', { name: 'Zone Restriction' }).click();
  await page.getByRole('option', { name: 'Zaria', exact: true }).click();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  const question = page.getByRole('dialog', { name: 'Narrow your access?' });
  await question.getByRole('button', { name: 'Work in Zaria only' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Profile updated' })).toBeVisible();
  const { data } = await client.ok(readUser, { params: { id: own?.id ?? '' } });
  expect(data).toMatchObject({ state: 'Kaduna', zone: 'Zaria' });
});

for (const [role, zone, select, wider, held] of [
  ['zonal head', 'Zaria', 'Zone Restriction', 'Hq, all zones', 'Kaduna, Zaria'],
  ['operator', 'Zaria', 'Zone Restriction', 'Chikun', 'Kaduna, Zaria'],
  ['booking officer', null, 'State', 'Ogun', 'Kaduna'],
  ['state admin', null, 'State', 'All states', 'Kaduna'],
] as const) {
  test(`the ${role} is refused ${wider} beside ${select}`, async ({ page, signIn, complaints }) => {
    complaints.allow(refused(403));
    const { account: own, client } = await signIn(role, { zone });
    const account = await openProfile(page);
    const access = card(page, 'Access Control');
    await access.getByRole('combobox', { name: select }).click();
    await page.getByRole('option', { name: wider, exact: true }).click();
    const answered = page.waitForResponse((answer) => answer.request().method() === 'PUT');
    await account.getByRole('button', { name: 'Save Changes' }).click();
    expect((await answered).status()).toBe(403);
    const field = access.getByRole('combobox', { name: select });
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toHaveAccessibleDescription(
      new RegExp(`^Your account works in ${held} only\\..*not widen`),
    );
    await expect(page.getByRole('dialog')).toHaveCount(0);
    const { data } = await client.ok(readUser, { params: { id: own?.id ?? '' } });
    expect(data).toMatchObject({ state: 'Kaduna', zone });

    // Taken back, it is wrong no more.
    await field.click();
    const before = select === 'State' ? 'Kaduna' : 'Zaria';
    await page.getByRole('option', { name: before, exact: true }).click();
    await expect(field).not.toHaveAttribute('aria-invalid', 'true');
  });
}

test('Save Image is closed until a file is chosen', async ({ page, signIn }) => {
  await signIn('operator');
  await openProfile(page);
  const save = page.getByRole('button', { name: 'Save Image' });
  await expect(save).toBeDisabled();
  await choosePicture(page);
  await expect(save).toBeEnabled();
});

test('a chosen picture is saved by Save Image and shown in the profile block', async ({
  page,
  signIn,
}) => {
  const { account: own } = await signIn('booking officer');
  await openProfile(page);
  await expect(profileBlock(page).locator('img')).toHaveCount(0);
  await choosePicture(page);
  // Only of a call that passes through a route does the browser tell the bytes of its files.
  await page.route('**/api/v1/auth/avatar*', (route) => route.continue());
  const sent = page.waitForRequest('**/api/v1/auth/avatar*');
  await page.getByRole('button', { name: 'Save Image' }).click();
  expect((await sent).method()).toBe('PUT');
  expect(await (await sent).headerValue('content-type')).toMatch(/^multipart\/form-data/);
  expect((await sent).postDataBuffer()?.toString('latin1')).toContain(own?.id);
  const picture = profileBlock(page).locator('img');
  await expect(picture).toHaveJSProperty('complete', true);
  await expect(picture).not.toHaveJSProperty('naturalWidth', 0);
  await page.reload();
  await expect(picture).toBeVisible();
});

test('Capture takes the picture with the camera', async ({ page, signIn }) => {
  // A camera that sees one colour: the browser of the tests has none.
  await page.addInitScript(() => {
    Object.defineProperty(navigator.mediaDevices, 'getUserMedia', {
      value: () => {
        const canvas = document.createElement('canvas');
        const paint = () => canvas.getContext('2d')?.fillRect(0, 0, 300, 150);
        paint();
        setInterval(paint, 50);
        return Promise.resolve(canvas.captureStream());
      },
    });
  });
  await signIn('booking officer');
  await openProfile(page);
  await page.getByRole('button', { name: 'Capture', exact: true }).click();
  const camera = page.getByRole('dialog', { name: 'Take a picture' });
  await camera.getByRole('button', { name: 'Take picture' }).click();
  await expect(camera).toBeHidden();
  const saved = page.waitForResponse('**/api/v1/auth/avatar*');
  await page.getByRole('button', { name: 'Save Image' }).click();
  expect((await saved).status()).toBe(200);
  await expect(profileBlock(page).locator('img')).toBeVisible();
});

test('the fields of Change Password do nothing', async ({ page, signIn }) => {
  await signIn('state admin');
  await openProfile(page);
  const fields = card(page, 'Change Password');
  for (const label of ['Current Password', 'New Password', 'Confirm Password']) {
    await expect(fields.getByLabel(label, { exact: true })).toBeDisabled();
  }
  await expect(fields.getByRole('button')).toHaveCount(0);
});
