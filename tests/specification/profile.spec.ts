import type { Page } from '@playwright/test';
import { expect, test } from '#tests/e2e/support/test.ts';
import { aPicture } from './pictures.ts';
import { profileBlock, title } from './screen.ts';

async function openProfile(page: Page): Promise<void> {
  await page.goto('/profile');
  await expect(title(page, 'Account Settings')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeVisible();
}

async function choosePicture(page: Page): Promise<void> {
  const gallery = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Gallery', exact: true }).click();
  await (await gallery).setFiles(await aPicture());
}

test('14b, 59b, 116b, 116c, 155, 253a: a chosen picture is saved by Save Image and shown in the profile block', async ({
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
  const form = (await sent).postDataBuffer()?.toString('latin1');
  expect(form).toContain(own?.id);
  expect(form).toContain('name="avatar"; filename=');
  const picture = profileBlock(page).locator('img');
  await expect(picture).toHaveJSProperty('complete', true);
  await expect(picture).not.toHaveJSProperty('naturalWidth', 0);
  await page.reload();
  await expect(picture).toBeVisible();
});

test('116a: Capture takes the picture with the camera', async ({ page, signIn }) => {
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
