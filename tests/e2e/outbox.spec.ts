import type { Page } from '@playwright/test';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { journeyOn } from './support/journey.ts';
import { keptOnDevice } from './support/kept-on-device.ts';
import { type KillableBrowser, startOn } from './support/killable-browser.ts';
import { bookingsOf } from './support/ledger.ts';
import { expect, test } from './support/test.ts';

/** How many records wait on the device. */
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
    phone = await startOn(profile);
    // What was in local storage may not have been written before the phone died.
    await phone.page.goto(`${server.url}/icon.svg`);
    await phone.page.evaluate((given) => localStorage.setItem('jwtToken', given), token);
    await phone.page.goto(server.url + address);
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
    const journey = journeyOn(page, false);
    const form = await journey.openForm();
    await journey.addOffence(form, 'LGC-16', /LGC-16/);
    await journey.fillDriverAndVehicle(form, { name: 'Hauwa Bello', registration });
    await form.getByRole('button', { name: 'Submit' }).click();
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
