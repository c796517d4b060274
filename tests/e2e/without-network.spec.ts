import type { Page } from '@playwright/test';
import { deploy } from './support/deployment.ts';
import { journeyOn } from './support/journey.ts';
import { isKept, keptOnDevice } from './support/kept-on-device.ts';
import { bookingsOf } from './support/ledger.ts';
import { expect, noNetwork, test, unreachable } from './support/test.ts';

// Other tests have no worker: see playwright.config.ts.
test.use({ serviceWorkers: 'allow', ownWindow: true });

const form = (page: Page) => page.getByRole('dialog', { name: 'New Booking Form' });
const name = (page: Page) => form(page).getByLabel('Name', { exact: true });

/** Resolves once the device keeps what a start without a network needs. */
async function isReady(page: Page, copies: readonly string[]): Promise<void> {
  // Somebody begins to use the page: what comes late comes now.
  await page.mouse.move(10, 10);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  const wanted = copies.map((copy) => `copy ${copy}`);
  await expect
    .poll(async () => (await keptOnDevice(page)).keys)
    .toEqual(expect.arrayContaining(wanted));
}

/** What the worker keeps, by its paths. */
const cachedPaths = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const paths: string[] = [];
    for (const cache of await caches.keys())
      for (const { url } of await (await caches.open(cache)).keys())
        paths.push(new URL(url).pathname);
    return paths;
  });

test('in flight mode a cold start opens the form with offences and zone, and what is submitted is sent later', async ({
  context,
  page,
  server,
  signIn,
  complaints,
}) => {
  complaints.allow(noNetwork);
  complaints.allow(unreachable);
  await signIn('booking officer', { state: 'Kaduna', zone: null });
  await page.goto('/unpaid');
  await isReady(page, ['catalogue Kaduna', 'places', 'profile']);
  await page.close();
  await context.setOffline(true);

  const cold = await context.newPage();
  // Not every Chromium tells a page that is opened without a network so.
  await cold.addInitScript(() => Object.defineProperty(navigator, 'onLine', { value: false }));
  await cold.goto('/unpaid?new=booking');
  await name(cold).fill('Hauwa Bello');
  await form(cold).getByRole('combobox', { name: 'Offences' }).fill('LGC-16');
  await form(cold)
    .getByRole('option', { name: /LGC-16/ })
    .click();
  await form(cold).getByLabel('Zone').fill('Zari');
  await cold.getByRole('option', { name: 'Zaria' }).click();
  await expect(form(cold).getByText(/^These fees are from/)).toBeVisible();
  await expect(cold.getByText('You can still fill in forms')).toBeAttached();
  await expect(cold).toHaveURL('/unpaid');
  // The worker asked no network, and kept no answer of a call.
  const kept = await cachedPaths(cold);
  expect(kept).toContain('/');
  expect(kept.filter((path) => /^\/(api|files|papers|t)\b/.test(path))).toEqual([]);
  await isKept(cold, '"zone":"Zaria"');
  await cold.close();

  const again = await context.newPage();
  await again.goto('/?new=booking');
  await form(again)
    .getByRole('region', { name: 'Drafts' })
    .getByRole('button', { name: /Continue/ })
    .click();
  await expect(name(again)).toHaveValue('Hauwa Bello');
  await form(again).getByLabel('Vehicle Registration').fill('ZAR-555KD');
  await form(again).getByLabel('Phone number', { exact: true }).fill('0900 555 0142');
  await form(again).getByLabel('Address').fill('14 Benin Street');
  await form(again).getByRole('button', { name: 'Submit' }).click();
  const onThisPhone = again.getByRole('list', { name: 'bookings on this device' });
  await expect(onThisPhone).toContainText('ZAR-555KD');
  expect(await bookingsOf(server, 'ZAR-555KD')).toEqual([]);
  await context.setOffline(false);
  await expect.poll(() => bookingsOf(server, 'ZAR-555KD')).toHaveLength(1);
  await expect(onThisPhone).toBeHidden();
});

test(
  'in flight mode Unpaid lists one’s own bookings, printable again, and what the device keeps from when',
  { tag: '@night' },
  async ({ context, page, server, signIn, complaints }) => {
    complaints.allow(noNetwork);
    complaints.allow(unreachable);
    await signIn('booking officer', { state: 'Kaduna', zone: 'Zaria' });
    await page.goto('/unpaid');
    await isReady(page, ['catalogue Kaduna', 'known plates', 'profile']);
    const journey = journeyOn(page, false);
    const booking = await journey.openForm();
    await journey.addOffence(booking, 'LGC-16', /LGC-16/);
    await journey.fillDriverAndVehicle(booking, {
      name: 'Hauwa Bello',
      registration: 'ZAR-777KD',
    });
    await booking.getByRole('button', { name: 'Submit' }).click();
    // Kept before it left what waits: the page may be gone in the same moment.
    await expect(booking).toBeHidden();
    await page.close();
    await expect.poll(() => bookingsOf(server, 'ZAR-777KD')).toHaveLength(1);
    await context.setOffline(true);

    const cold = await context.newPage();
    await cold.addInitScript(() => Object.defineProperty(navigator, 'onLine', { value: false }));
    await cold.setViewportSize({ width: 390, height: 844 });
    await cold.goto('/unpaid');
    const own = cold.getByRole('group', { name: 'Your bookings' }).getByRole('article');
    await expect(own).toContainText('ZAR-777KD');
    await expect(own).toContainText('Hauwa Bello');
    await expect(cold.getByText(/^Stored on this device, updated \d{4}/)).toBeVisible();
    await expect(cold.getByText('The list could not be loaded')).toBeHidden();
    await own.getByRole('button', { name: 'Show to driver' }).click();
    const shown = cold.getByRole('dialog', { name: 'Show to driver' });
    await expect(shown).toContainText('The authority has this ticket.');
    await shown.getByRole('button', { name: 'Print ticket' }).click();
    const paper = cold.getByRole('dialog', { name: 'Ticket' }).getByRole('article');
    await expect(paper).toContainText('ZAR-777KD');
    await expect(paper).toContainText('LGC-16');
  },
);

test('in flight mode a cold start draws the map, with names of places', async ({
  context,
  page,
  signIn,
  complaints,
}) => {
  complaints.allow(noNetwork);
  complaints.allow(unreachable);
  await signIn('booking officer', { state: 'Kaduna', zone: 'Zaria' });
  await page.goto('/unpaid');
  await isReady(page, ['profile']);
  await page.close();
  await context.setOffline(true);

  const cold = await context.newPage();
  await cold.addInitScript(() => Object.defineProperty(navigator, 'onLine', { value: false }));
  await cold.goto('/map');
  const drawn = cold.getByRole('region', { name: 'Map', exact: true });
  await expect(drawn.locator('text').filter({ hasText: /^Zaria$/ })).toBeVisible();
  const painted = await drawn
    .locator('canvas')
    .first()
    .evaluate((canvas: HTMLCanvasElement) => {
      const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height);
      return new Set(new Uint32Array(pixels?.data.buffer ?? new ArrayBuffer(0))).size;
    });
  expect(painted).toBeGreaterThan(3);
});

test(
  'what waits outlives the worker and its caches: the next start with a network keeps both anew, and sends it',
  { tag: '@night' },
  async ({ context, page, server, signIn, complaints }) => {
    complaints.allow(noNetwork);
    complaints.allow(unreachable);
    await signIn('booking officer', { state: 'Kaduna', zone: 'Zaria' });
    await page.goto('/unpaid');
    await isReady(page, ['catalogue Kaduna']);
    const onThisPhone = (of: Page) => of.getByRole('list', { name: 'bookings on this device' });
    const bookWithoutNetwork = async (on: Page, registration: string) => {
      await context.setOffline(true);
      const journey = journeyOn(on, false);
      const booking = await journey.openForm();
      await journey.addOffence(booking, 'LGC-16', /LGC-16/);
      await journey.fillDriverAndVehicle(booking, { name: 'Hauwa Bello', registration });
      await booking.getByRole('button', { name: 'Submit' }).click();
      await expect(onThisPhone(on)).toContainText(registration);
    };
    const clearCaches = (of: Page) =>
      of.evaluate(async () => {
        for (const name of await caches.keys()) await caches.delete(name);
      });
    /** Opens the product anew with a network: what waited arrives, and the product is kept again. */
    const startAgain = async (registration: string): Promise<Page> => {
      expect(await bookingsOf(server, registration)).toEqual([]);
      await context.setOffline(false);
      const next = await context.newPage();
      await next.goto('/unpaid');
      await next.mouse.move(10, 10);
      await expect.poll(() => bookingsOf(server, registration)).toHaveLength(1);
      await expect(onThisPhone(next)).toBeHidden();
      await next.evaluate(async () => void (await navigator.serviceWorker.ready));
      await expect.poll(() => cachedPaths(next)).toEqual(expect.arrayContaining(whole));
      return next;
    };
    const whole = await cachedPaths(page);
    expect(whole).toContain('/');

    await bookWithoutNetwork(page, 'ZAR-601KD');
    await clearCaches(page);
    await page.evaluate(async () => {
      for (const worker of await navigator.serviceWorker.getRegistrations())
        await worker.unregister();
    });
    await page.close();
    const second = await startAgain('ZAR-601KD');

    await bookWithoutNetwork(second, 'ZAR-602KD');
    await clearCaches(second);
    await second.close();
    const third = await startAgain('ZAR-602KD');
    expect(await bookingsOf(server, 'ZAR-601KD')).toHaveLength(1);
    await third.close();
  },
);

test(
  'a newer build waits for whoever types, and pages of the older one go on until they are opened anew',
  { tag: '@night' },
  async ({ context, page, server, signIn, complaints }) => {
    complaints.allow(unreachable);
    complaints.allow(noNetwork);
    const { token } = await signIn('booking officer', { state: 'Kaduna', zone: 'Zaria' });
    const deployment = await deploy(server);
    const openAt = async (address: string): Promise<Page> => {
      const opened = await context.newPage();
      await opened.goto(deployment.url + address);
      return opened;
    };
    const build = (of: Page) => of.locator('meta[name=build]').count();
    try {
      await page.goto(`${deployment.url}/icon.svg`);
      await page.evaluate((given) => localStorage.setItem('jwtToken', given), token);
      await page.goto(`${deployment.url}/unpaid`);
      await isReady(page, ['catalogue Kaduna']);
      const ready = (of: Page) =>
        of.getByRole('status').filter({ hasText: 'A new version of Hanya is ready.' });
      const look = () => page.evaluate(async () => (await navigator.serviceWorker.ready).update());
      const waits = () =>
        page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null);
      // A changed setting is no new version: it shows at the next start.
      await deployment.serve({ AUTHORITY_NAME: 'Another Traffic Authority' });
      await look();
      await expect.poll(waits).toBe(true);
      await page.waitForTimeout(1_000);
      await expect(ready(page)).toHaveCount(0);
      const gone = await deployment.update();
      await look();
      /** Presses once more where the newer version took too long on a busy machine. */
      const useItNow = (of: Page) =>
        expect(async () => {
          if ((await build(of)) === 0)
            await ready(of).getByRole('button', { name: 'Update now' }).click({ timeout: 5_000 });
          await expect.poll(() => build(of), { timeout: 30_000 }).toBe(1);
        }).toPass();
      await expect(ready(page)).toBeVisible();
      // What waits is spared by the older version, which tidies up when its only page is idle.
      await page.reload();
      await page.mouse.move(20, 20);
      await expect(ready(page)).toBeVisible();
      const typing = await openAt('/unpaid?new=booking');
      await name(typing).fill('Hauwa Bello');

      await page.bringToFront();
      expect(await build(page)).toBe(0);
      await context.setOffline(true);
      await useItNow(page);
      await context.setOffline(false);

      expect((await page.request.get(deployment.url + gone)).status()).toBe(404);
      await typing.bringToFront();
      await expect(name(typing)).toHaveValue('Hauwa Bello');
      await typing.keyboard.press('Escape');
      await typing.getByRole('button', { name: 'Save draft' }).click();
      await typing.getByRole('link', { name: 'Collisions' }).click();
      await expect(typing.getByRole('heading', { name: 'Accidents' })).toBeVisible();
      expect(await build(typing)).toBe(0);
      // It still needs files of the older build, which the newer page leaves it.
      const isCached = () => page.evaluate(async (path) => Boolean(await caches.match(path)), gone);
      expect(await isCached()).toBe(true);
      await useItNow(typing);
      await typing.close();

      // The last page of all that was open before needs no file of the older build.
      await page.reload();
      await page.mouse.move(20, 20);
      await expect.poll(isCached).toBe(false);

      await deployment.serve({ SERVICE_WORKER: 'off' });
      await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
      const left = () =>
        page.evaluate(async () => [
          (await navigator.serviceWorker.getRegistrations()).length,
          (await caches.keys()).length,
        ]);
      await expect.poll(left).toEqual([0, 0]);
    } finally {
      await deployment.stop();
    }
  },
);
