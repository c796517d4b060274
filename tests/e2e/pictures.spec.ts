import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { isKept } from './support/kept-drafts.ts';
import { expect, test } from './support/test.ts';

async function openCollision(page: Page): Promise<Locator> {
  const links = page.getByRole('navigation', { name: 'New record' });
  await links.getByRole('button', { name: 'Collision', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'New Collision Form' });
  await expect(form.getByRole('button', { name: 'Submit' })).toBeVisible();
  return form;
}

/** Notes the size of a file that the page sends: the browser doesn't tell. */
async function noteSentFile(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.FormData = class extends FormData {
      override append(name: string, value: string | Blob, filename?: string): void {
        if (typeof value === 'string') {
          super.append(name, value);
        } else {
          sessionStorage.setItem('bytes of the picture', String(value.size));
          super.append(name, value, filename);
        }
      }
    };
  });
}

test('a large picture is sent smaller and the right way up, and a draft keeps it', async ({
  page,
  signIn,
}) => {
  await signIn('booking officer', { zone: 'Zaria' });
  await noteSentFile(page);
  await page.goto('/insurance');
  const form = await openCollision(page);
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  const camera = sharp({
    create: { width: 2400, height: 1800, channels: 3, background: '#777', noise },
  });
  const buffer = await camera.withMetadata({ orientation: 6 }).jpeg({ quality: 95 }).toBuffer();
  const images = form.getByLabel(/^Add images/);
  await images.setInputFiles({ name: 'scene.jpg', mimeType: 'image/jpeg', buffer });
  const tile = form.getByRole('listitem').filter({ hasText: 'scene.jpg' });
  await expect(tile).toContainText(/\d KB, was \d\.\d MB/);
  const shown = () =>
    tile.locator('img').evaluate((image) => {
      if (!(image instanceof HTMLImageElement)) throw new Error('No picture is shown.');
      return [image.naturalWidth, image.naturalHeight];
    });
  await expect.poll(shown).toEqual([1536, 2048]);
  await form.getByLabel(/^Number of vehicles/).fill('2');
  await form.getByLabel(/^Number of fatalities/).fill('0');
  await form.getByRole('button', { name: 'Add vehicle' }).click();
  await form.getByLabel(/^Plate number/).fill('CRF-909SH');
  await isKept(page, 'CRF-909SH');

  await page.reload();
  await openCollision(page);
  await form.getByRole('button', { name: /^Continue the draft of \d\d:\d\d, CRF-909SH/ }).click();
  await expect(tile).toContainText(/, was \d\.\d MB/);
  await expect.poll(shown).toEqual([1536, 2048]);
  await form.getByRole('button', { name: 'Submit' }).click();
  await expect(page).toHaveURL(/\/collisions/);
  const first = page.getByRole('table', { name: 'Accidents' }).locator('tbody').getByRole('row');
  await expect(first.first()).toContainText('CRF-909SH');
  const sent = await page.evaluate(() => Number(sessionStorage.getItem('bytes of the picture')));
  expect(sent).toBeGreaterThan(0);
  expect(sent).toBeLessThan(buffer.length / 2);
});
