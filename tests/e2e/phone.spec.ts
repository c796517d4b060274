import type { CDPSession, Page } from '@playwright/test';
import { booked } from '../support/journey.ts';
import { journeyOn } from './support/journey.ts';
import { isKept } from './support/kept-on-device.ts';
import { expect, test, unreachable } from './support/test.ts';

const stop = { name: 'Ṣadé Ọlọ́runtóba', registration: 'ZAR-771QB' };

test.use({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });

test.describe(() => {
  test.use({ ownWindow: true });

  test(
    'right after a booking its ticket can be printed, and the print view prints itself',
    { tag: '@night' },
    async ({ page, context, signIn }) => {
      await context.addInitScript(() => {
        window.print = () => {
          document.documentElement.dataset['printed'] = 'yes';
        };
      });
      await signIn('booking officer', { zone: 'Zaria' });
      const journey = journeyOn(page, true);
      await page.goto('/completed');
      const form = await journey.openForm();
      await journey.addOffence(form, 'LGC-16', /LGC-16/);
      await journey.fillDriverAndVehicle(form, stop);
      await form.getByRole('button', { name: 'Submit' }).tap();
      await expect(page).toHaveURL('/unpaid');
      await expect(page.getByText(`Booking added: ${stop.registration}.`)).toBeVisible();

      const opening = page.waitForEvent('popup');
      await page.getByRole('button', { name: 'Print ticket' }).tap();
      const paper = await opening;
      await expect(paper.getByRole('article')).toContainText(stop.registration);
      await expect(paper.locator('html')).toHaveAttribute('data-printed', 'yes');
      await paper.close();

      await page.getByRole('button', { name: 'Close this message' }).tap();
      await expect(page.getByText(`Booking added: ${stop.registration}.`)).toBeHidden();
    },
  );
});

test(
  'rarely used fields open by themselves when a draft fills them',
  { tag: '@night' },
  async ({ page, signIn }) => {
    await signIn('booking officer', { zone: 'Zaria' });
    const journey = journeyOn(page, true);
    await page.goto('/completed');
    const form = await journey.openForm();
    const email = form.getByLabel('Email (optional)', { exact: true });
    const vin = form.getByLabel('VIN (optional)', { exact: true });
    await form.getByRole('button', { name: 'Email, second phone, height' }).tap();
    await email.fill('sade@example.com');
    await form.getByLabel('Vehicle Registration').fill(stop.registration);
    await isKept(page, stop.registration);

    await page.reload();
    await journey.openForm();
    await expect(email).toBeHidden();
    await form.getByRole('button', { name: /^Continue the draft/ }).tap();
    await expect(email).toHaveValue('sade@example.com');
    await expect(vin).toBeHidden();
  },
);

test('a message leaves the buttons of a dialog within reach', async ({ page, signIn }) => {
  const { client } = await signIn('booking officer');
  const { _id } = await booked(client);
  await page.goto(`/unpaid?open=${_id}`);
  const detail = page.getByRole('dialog', { name: /^Booking/ });
  await detail.getByRole('button', { name: 'Check Status' }).tap();
  // The booking says it too.
  const messages = page.getByRole('region', { name: 'Messages' });
  await expect(messages.getByText('Payment not yet Completed!')).toBeVisible();
  await detail.getByRole('button', { name: 'Close', exact: true }).tap();
  await expect(detail).toBeHidden();
});

test(
  'the notice of a map that failed stands under the map, and covers no marker',
  { tag: '@night' },
  async ({ page, server, signIn, complaints }) => {
    complaints.allow(unreachable);
    await signIn('state admin', { state: 'Kaduna' });
    server.mapHost.does = 'away';
    await page.goto('/map');
    const map = page.getByRole('region', { name: 'Live Map' });
    const ground = map.locator('[data-state]');
    await expect(ground).toHaveAttribute('data-state', 'failed');
    const notice = await map.getByText('The streets could not be loaded').boundingBox();
    const drawn = await ground.boundingBox();
    if (!notice || !drawn) throw new Error('The map or its notice is not drawn.');
    expect(notice.y).toBeGreaterThanOrEqual(drawn.y + drawn.height);
  },
);

test('names of every Nigerian language are drawn in the letters of the product', async ({
  page,
  context,
}) => {
  await page.goto('/signin');
  await expect(page.getByLabel('Email')).toBeVisible();
  const browser = await context.newCDPSession(page);
  for (const name of ['Ṣadé Ọlọ́runtóba Ẹ̀bùn', 'Nnamdi Ịkụ Ọzọemena', 'Ɗanjuma Ƙabir Ɓala Ƴar']) {
    await page.evaluate((words) => {
      document.querySelector('h1')?.replaceChildren(words);
    }, name);
    await expect.poll(() => strangers(browser, page), { message: name }).toEqual([]);
  }
});

/** The fonts of the machine, not of the product, that the heading is drawn with. */
async function strangers(browser: CDPSession, page: Page): Promise<string[]> {
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await browser.send('DOM.enable');
  await browser.send('CSS.enable');
  const { root } = await browser.send('DOM.getDocument');
  const { nodeId } = await browser.send('DOM.querySelector', {
    nodeId: root.nodeId,
    selector: 'h1',
  });
  const { fonts } = await browser.send('CSS.getPlatformFontsForNode', { nodeId });
  return fonts.filter(({ isCustomFont }) => !isCustomFont).map(({ familyName }) => familyName);
}
