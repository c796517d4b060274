import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { listCollisions } from '#contract/collisions.ts';
import { listOriginals } from '#contract/originals.ts';
import { createClient, openSession } from '#tests/support/client.ts';
import { aVideo } from '#tests/support/collisions.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { keptOnDevice } from './support/kept-on-device.ts';
import { expect, noNetwork, refused, test, unreachable } from './support/test.ts';
import { listen } from './support/window.ts';

// Other tests have no worker: see playwright.config.ts.
test.use({ serviceWorkers: 'allow', ownWindow: true });

const place = { state: 'Kaduna', zone: 'Zaria' } as const;

/** Resolves once the phone opens without a network and has a key that the authority knows. */
async function isReady(page: Page): Promise<void> {
  await page.mouse.move(10, 10);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await expect
    .poll(async () => {
      const { keys, json } = await keptOnDevice(page);
      return keys.includes('copy places') && json.includes('"certified":{');
    })
    .toBe(true);
}

test(
  'a collision with a picture and a video, saved on a phone without a network, is brought in on another',
  { tag: '@night' },
  async ({ browser, context, page, server, signIn, complaints }) => {
    complaints.allow(noNetwork);
    complaints.allow(unreachable);
    complaints.allow(refused(404));
    const { account } = await signIn('booking officer', place);
    await page.goto('/unpaid');
    await isReady(page);
    await context.setOffline(true);

    const links = page.getByRole('navigation', { name: 'New record' });
    await links.getByRole('button', { name: 'Collision', exact: true }).click();
    const form = page.getByRole('dialog', { name: 'New Collision Form' });
    const drawn = sharp({ create: { width: 640, height: 480, channels: 3, background: '#577' } });
    const scene = await drawn.jpeg().toBuffer();
    const video = Buffer.from(aVideo(6 * 1024 * 1024));
    await form
      .getByLabel(/^Add images/)
      .setInputFiles({ name: 'scene.jpg', mimeType: 'image/jpeg', buffer: scene });
    await form
      .getByLabel(/^Add video/)
      .setInputFiles({ name: 'scene.mp4', mimeType: 'video/mp4', buffer: video });
    await form.getByLabel('Location').fill('Kwangila bridge');
    await form.getByLabel(/^Number of vehicles/).fill('1');
    await form.getByLabel(/^Number of fatalities/).fill('0');
    await form.getByRole('button', { name: 'Add vehicle' }).click();
    await form.getByLabel(/^Plate number/).fill('ZAR-747KD');
    await form.getByRole('button', { name: 'Submit' }).click();
    await expect(form).toBeHidden();

    await page.getByRole('link', { name: '1 waiting' }).click();
    await page.getByRole('button', { name: 'Save to a file' }).click();
    const saving = page.getByRole('dialog', { name: 'Save to a file' });
    const downloading = page.waitForEvent('download');
    await saving.getByRole('button', { name: 'Save 1 record' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^hanya-records-amina-sule-[\d-]{10}\.zip$/);
    const file = await download.path();
    await expect(saving).toContainText('1 record is in');
    // The phone never comes back.
    await page.close();

    const head = await server.query((db) => makeAccount(db, 'zonal head', place));
    const { token } = await openSession(server.url, head.email);
    const other = await browser.newContext({ baseURL: server.url, serviceWorkers: 'block' });
    const heard: string[] = [];
    await listen(other, heard);
    const desk = await other.newPage();
    await desk.goto('/icon.svg');
    await desk.evaluate((given) => localStorage.setItem('jwtToken', given), token);
    await desk.goto('/late-records');
    await desk.getByRole('button', { name: 'Bring in a file' }).click();
    const bringing = desk.getByRole('dialog', { name: 'Bring in a file' });
    const choosing = desk.waitForEvent('filechooser');
    await bringing.getByRole('button', { name: 'Choose the file' }).click();
    await (await choosing).setFiles(file);
    const record = bringing.getByRole('listitem').filter({ hasText: 'ZAR-747KD' });
    await expect(record).toContainText('2 pictures and videos');
    await expect(record).toContainText('Not yet with the authority');
    await bringing.getByRole('button', { name: 'Bring in 1 record' }).click();
    await expect(record).toContainText('The authority has it');

    const client = createClient(server.url, token);
    const { data } = await client.ok(listCollisions, {
      query: { _searchfirstName: 'ZAR-747KD' },
    });
    expect(data).toMatchObject([
      {
        createdBy: { id: account?.id },
        location: 'Kwangila bridge',
        filesToCome: 0,
        captured: { broughtInBy: { id: head.id } },
      },
    ]);
    const shown = await fetch(server.url + String(data[0]?.vid));
    const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
    expect(hashOf(Buffer.from(await shown.arrayBuffer()))).toBe(hashOf(video));
    const originals = await client.ok(listOriginals, { params: { id: data[0]?._id ?? '' } });
    expect(originals.data).toHaveLength(2);

    // Once more, and nothing is left to do.
    const again = desk.waitForEvent('filechooser');
    await bringing.getByRole('button', { name: 'Choose the file' }).click();
    await (await again).setFiles(file);
    await expect(record).toContainText('The authority has it');
    await expect(bringing.getByRole('button', { name: /^Bring in/ })).toHaveCount(0);
    expect(heard).toEqual([]);
    await other.close();
  },
);
