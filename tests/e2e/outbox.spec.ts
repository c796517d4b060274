import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from '@playwright/test';
import fc from 'fast-check';
import sharp from 'sharp';
import { listPictures } from '#contract/booking-pictures.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { journeyOn } from './support/journey.ts';
import { isKept, keptOnDevice } from './support/kept-on-device.ts';
import { type KillableBrowser, startOn } from './support/killable-browser.ts';
import { bookingsOf } from './support/ledger.ts';
import type { RunningServer } from './support/server.ts';
import { expect, test } from './support/test.ts';

// A long run by hand: npm run proofs -- shift
const kills = Number(process.env['KILLS'] ?? 1);
const seed = Number(process.env['KILLS_SEED'] ?? Date.now() % 1_000_000);
/** In milliseconds: even on a busy machine a booking is stored, sent and received in less. */
const longestLife = 1_200;
/** Milliseconds that each way to the server takes. */
const way = 150;

/** Switches a phone on, with the officer of the token signed in. */
async function switchOn(
  profile: string,
  { server, token, address }: { server: RunningServer; token: string; address: string },
): Promise<KillableBrowser> {
  const phone = await startOn(profile);
  // What was in local storage may not have been written before the phone died.
  await phone.page.goto(`${server.url}/icon.svg`);
  await phone.page.evaluate((given) => localStorage.setItem('jwtToken', given), token);
  await phone.page.goto(server.url + address);
  return phone;
}

/** Opens the form and fills it in for this vehicle. */
async function fillIn(page: Page, registration: string): Promise<Locator> {
  const journey = journeyOn(page, false);
  const form = await journey.openForm();
  await journey.addOffence(form, 'LGC-16', /LGC-16/);
  await journey.fillDriverAndVehicle(form, { name: 'Hauwa Bello', registration });
  return form;
}

/** A picture that every browser can read. */
const aDrawing = () =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: '#777' } })
    .png()
    .toBuffer();

const submit = (form: Locator) => form.getByRole('button', { name: 'Submit' }).click();

/** The number of records that wait on the device. */
const waiting = async (page: Page) =>
  (await keptOnDevice(page)).keys.filter((key) => key.startsWith('waiting ')).length;

test('a phone with two pages open that dies between the key press and the answer sends its booking by itself, once', async ({
  server,
  signIn,
}) => {
  const { token } = await signIn('booking officer', { zone: 'Zaria' });
  const profile = temporaryFolder();
  let phone: KillableBrowser | undefined;
  const open = async (address: string): Promise<Page> => {
    phone = await switchOn(profile, { server, token, address });
    // Another page of the same browser, which would send it as well if nobody kept it from that.
    const other = await phone.page.context().newPage();
    await other.goto(`${server.url}/outbox`);
    await other.mouse.move(10, 10);
    await expect(other.getByRole('heading', { name: 'Outbox', level: 1 })).toBeVisible();
    await phone.page.bringToFront();
    return phone.page;
  };
  /** Books, and kills the browser while it waits for the answer. */
  const bookAndDie = async (page: Page, registration: string, arrives: boolean) => {
    const sent = Promise.withResolvers<undefined>();
    await page.route('**/api/v1/booking', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      if (arrives) await route.fetch();
      sent.resolve(undefined);
    });
    await submit(await fillIn(page, registration));
    await sent.promise;
    await phone?.kill();
  };

  try {
    await bookAndDie(await open('/completed'), 'ZAR-471KD', false);
    expect(await bookingsOf(server, 'ZAR-471KD')).toEqual([]);

    const second = await open('/completed');
    await expect.poll(() => bookingsOf(server, 'ZAR-471KD')).toHaveLength(1);
    await expect.poll(() => waiting(second)).toBe(0);

    await bookAndDie(second, 'ZAR-472KD', true);
    expect(await bookingsOf(server, 'ZAR-472KD')).toHaveLength(1);
    const third = await open('/unpaid');
    expect(await bookingsOf(server, 'ZAR-472KD')).toHaveLength(1);
    await expect.poll(() => waiting(third)).toBe(0);
    expect(await bookingsOf(server, 'ZAR-471KD')).toHaveLength(1);
    expect(await bookingsOf(server, 'ZAR-472KD')).toHaveLength(1);
    const form = await journeyOn(third, false).openForm();
    await expect(form.getByRole('region', { name: 'Drafts' })).toHaveCount(0);
  } finally {
    await phone?.kill().catch(() => undefined);
  }
});

test(
  'a browser that is killed at any moment after the key press loses nothing and doubles nothing',
  { tag: '@night' },
  async ({ server, signIn }) => {
    test.setTimeout(240_000 + kills * 60_000);
    const { token } = await signIn('booking officer', { zone: 'Zaria' });
    const moment = fc.oneof(
      fc.integer({ min: 0, max: 100 }),
      fc.integer({ min: 0, max: longestLife }),
    );
    const lives = fc.sample(moment, { numRuns: kills, seed });
    const profile = temporaryFolder();
    const on = { server, token, address: '/completed' };
    let phone = await switchOn(profile, on);
    const count = { told: 0, kept: 0, arrived: 0 };
    try {
      for (const [number, life] of lives.entries()) {
        const registration = `ZAR-${100 + number}AK`;
        const which = `kill ${number + 1} of seed ${seed}, ${life} ms after the key press`;
        await phone.page.route('**/api/v1/booking', async (route) => {
          if (route.request().method() !== 'POST') return route.continue();
          await sleep(way);
          // The phone may be dead by now.
          const answer = await route.fetch().catch(() => undefined);
          await sleep(way);
          if (answer) await route.fulfill({ response: answer }).catch(() => undefined);
        });
        const form = await fillIn(phone.page, registration);
        await isKept(phone.page, registration);
        const pressed = submit(form).catch(() => undefined);
        await sleep(life);
        // The form closes once the booking is stored on the phone, or received.
        const isTold = await form.isHidden();
        await phone.kill();
        await pressed;

        phone = await switchOn(profile, on);
        await expect.poll(() => waiting(phone.page), which).toBe(0);
        const arrived = await bookingsOf(server, registration);
        const { json } = await keptOnDevice(phone.page);
        if (isTold) expect(arrived, which).toHaveLength(1);
        else if (arrived.length === 0) expect(json, which).toContain(registration);
        else expect(arrived, which).toHaveLength(1);
        count.told += Number(isTold);
        count.kept += Number(arrived.length === 0);
        count.arrived += arrived.length;
      }
      if (kills > 1)
        process.stdout.write(
          `${kills} kills of seed ${seed}: ${count.told} bookings were told of before, ${count.arrived} arrived once, ${count.kept} were kept as typed\n`,
        );
    } finally {
      await phone.kill().catch(() => undefined);
    }
  },
);

test(
  'pictures and a signature outlive a browser that is killed without a network, and stand in the booking',
  { tag: '@night' },
  async ({ server, signIn }) => {
    const { token, client } = await signIn('booking officer', { zone: 'Zaria' });
    const profile = temporaryFolder();
    const phone = await switchOn(profile, { server, token, address: '/unpaid' });
    const { page } = phone;
    const form = await fillIn(page, 'PIC-118KD');
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(form.getByRole('heading', { name: 'Pictures and signature' })).toBeVisible();
    await form
      .getByLabel(/^Add images/)
      .setInputFiles({ name: 'plate.png', mimeType: 'image/png', buffer: await aDrawing() });
    await expect(form.getByRole('button', { name: /^Remove plate/ })).toBeVisible();
    await form.getByRole('button', { name: 'Sign on this screen' }).click();
    const pad = page.getByRole('dialog', { name: 'Driver’s signature' });
    const box = await pad.getByRole('img', { name: 'Sign here' }).boundingBox();
    if (!box) throw new Error('There is nothing to sign on.');
    await page.mouse.move(box.x + 40, box.y + 80);
    await page.mouse.down();
    await page.mouse.move(box.x + 160, box.y + 40, { steps: 8 });
    await page.mouse.move(box.x + 240, box.y + 110, { steps: 8 });
    await page.mouse.up();
    await pad.getByRole('button', { name: 'Save signature' }).click();
    await expect(form.getByRole('button', { name: 'Remove signature.png' })).toBeVisible();
    await page.context().setOffline(true);
    await submit(form);
    await expect.poll(() => waiting(page)).toBe(1);
    await phone.kill();

    const again = await switchOn(profile, { server, token, address: '/unpaid' });
    await again.page.mouse.move(10, 10);
    await expect.poll(() => bookingsOf(server, 'PIC-118KD')).toHaveLength(1);
    const [id = ''] = await bookingsOf(server, 'PIC-118KD');
    const shows = async () =>
      (await client.ok(listPictures, { params: { id } })).data.map((one) => one.shows);
    await expect.poll(shows).toEqual(['scene', 'signature']);
    await expect.poll(() => waiting(again.page)).toBe(0);
    await again.page.goto(`${server.url}/unpaid?open=${id}`);
    const detail = again.page.getByRole('dialog', { name: /^Booking/ });
    await expect(detail.getByRole('list', { name: 'Pictures' }).getByRole('img')).toHaveCount(2);
    await expect(detail.getByText('Signed on the screen')).toBeVisible();
    await again.kill();
  },
);
