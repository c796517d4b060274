import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { aJpeg, aStill } from '#tests/support/camera-files.ts';
import { isKept } from './support/kept-on-device.ts';
import { expect, refused, test, unreachable } from './support/test.ts';

async function openCollision(page: Page): Promise<Locator> {
  const links = page.getByRole('navigation', { name: 'New record' });
  await links.getByRole('button', { name: 'Collision', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'New Collision Form' });
  await expect(form.getByRole('button', { name: 'Submit' })).toBeVisible();
  return form;
}

/** As a phone with 2G, so that files go in small parts. */
const onSlowLine = (page: Page) =>
  page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { effectiveType: '2g' } });
  });

test('a large picture is kept by a draft, made smaller and the right way up, and sent over a line that breaks', async ({
  page,
  server,
  signIn,
  complaints,
}) => {
  complaints.allow(unreachable);
  complaints.allow(refused(409));
  await onSlowLine(page);
  await signIn('booking officer', { zone: 'Zaria' });
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
  const offsets: string[] = [];
  await page.route('**/api/v1/upload/*', async (route) => {
    const offset = await route.request().headerValue('upload-offset');
    if (offset !== null) offsets.push(offset);
    // The line breaks once in the middle of the file.
    if (offset !== null && offsets.length === 2) await route.abort('connectionreset');
    else await route.continue();
  });
  const announced = page.waitForRequest((request) => request.url().endsWith('/api/v1/upload'));
  await form.getByRole('button', { name: 'Submit' }).click();
  await expect(page).toHaveURL(/\/collisions/);
  const first = page.getByRole('table', { name: 'Accidents' }).locator('tbody').getByRole('row');
  await expect(first.first()).toContainText('CRF-909SH');
  const sent = Number(await (await announced).headerValue('upload-length'));
  expect(sent).toBeGreaterThan(0);
  expect(sent).toBeLessThan(buffer.length / 2);
  const received = () =>
    server.query((db) =>
      db
        .selectFrom('coming_files')
        .select(['bytes', (eb) => eb('file_id', 'is not', null).as('received')])
        .where('bytes', '=', sent)
        .execute(),
    );
  await expect.poll(received).toEqual([{ bytes: sent, received: true }]);
  await expect(page.getByRole('list', { name: 'collisions on this device' })).toBeHidden();
  // It went on where it was: only the part that was cut off went twice.
  expect(offsets.length).toBeGreaterThan(3);
  expect(offsets[2]).toBe(offsets[1]);
  expect(new Set(offsets).size).toBe(offsets.length - 1);
});

test(
  'what nobody could open is said at the field, and a picture that this browser can read becomes a JPEG',
  { tag: '@night' },
  async ({ page, server, signIn }) => {
    await signIn('booking officer', { zone: 'Zaria' });
    await page.goto('/insurance');
    const form = await openCollision(page);
    const images = form.getByLabel(/^Add (more )?images/);
    const create = { width: 300, height: 200, channels: 3, background: '#777' } as const;
    const drawn = sharp({
      create: { ...create, noise: { type: 'gaussian', mean: 99, sigma: 40 } },
    });
    const jpeg = await drawn.clone().jpeg().toBuffer();
    const spoiled = Buffer.from(aJpeg({ width: 300, height: 200 }));
    for (const [name, buffer, why] of [
      [
        'scene.heic',
        Buffer.from(aStill()),
        /scene\.heic is a HEIC picture, which Hanya cannot store\./,
      ],
      ['cut.jpg', jpeg.subarray(0, jpeg.length / 2), /cut\.jpg is not complete\./],
      ['words.jpg', Buffer.from('These are words.'), /words\.jpg is not a picture\./],
      ['spoiled.jpg', spoiled, /spoiled\.jpg can’t be read: it may be damaged\./],
    ] as const) {
      await images.setInputFiles({ name, mimeType: 'image/jpeg', buffer });
      await expect(form.getByText(why)).toBeVisible();
    }
    await expect(form.getByRole('listitem').filter({ hasText: 'Remove' })).toHaveCount(0);
    await images.setInputFiles([
      { name: 'new.avif', mimeType: 'image/avif', buffer: await drawn.clone().avif().toBuffer() },
      { name: 'old.gif', mimeType: '', buffer: await drawn.clone().gif().toBuffer() },
    ]);
    await expect(form.getByText('new.jpg')).toBeVisible();
    await expect(form.getByText('old.jpg')).toBeVisible();
    await form.getByLabel(/^Number of vehicles/).fill('2');
    await form.getByLabel(/^Number of fatalities/).fill('0');
    await form.getByRole('button', { name: 'Add vehicle' }).click();
    await form.getByLabel(/^Plate number/).fill('CRF-919SH');
    await form.getByRole('button', { name: 'Submit' }).click();
    await expect(page).toHaveURL(/\/collisions/);
    const received = () =>
      server.query((db) =>
        db
          .selectFrom('coming_files')
          .innerJoin('collision_vehicles as one', 'one.collision_id', 'coming_files.collision_id')
          .select(['content_type', (eb) => eb('file_id', 'is not', null).as('received')])
          .where('one.plate', '=', 'CRF-919SH')
          .execute(),
      );
    const one = { content_type: 'image/jpeg', received: true };
    await expect.poll(received).toEqual([one, one]);
  },
);
