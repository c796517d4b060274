import type { Page } from '@playwright/test';
import { pagesOfPdf } from '../support/pdf-text.ts';
import { journeyOn } from './support/journey.ts';
import { expect, test, unreachable } from './support/test.ts';

test.use({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  ownWindow: true,
});

/** Width and height of the pages that the browser lays out now, in whole millimetres. */
async function pagesOf(page: Page): Promise<[number, number][]> {
  const pdf = await page.pdf({ preferCSSPageSize: true });
  return pagesOfPdf(pdf).map(([wide, tall]) => [Math.round(wide), Math.round(tall)]);
}

test(
  'a ticket is printed by a phone that lays it out only after the button was answered, on each paper, and by the keys alone',
  { tag: '@night' },
  async ({ context, page, signIn, complaints }) => {
    complaints.allow(unreachable);
    // Chrome on Android returns at once, and lays out when its preview asks.
    await context.addInitScript(() => {
      window.print = () => undefined;
      navigator.share = ({ text = '' } = {}) => {
        window.name = text;
        return Promise.resolve();
      };
    });
    await signIn('booking officer', { zone: 'Zaria' });
    const journey = journeyOn(page, true);
    await page.goto('/unpaid');
    const form = await journey.openForm();
    await journey.addOffence(form, 'LGC-16', /LGC-16/);
    const stop = { name: 'Ladi Audu', registration: 'ZAR-871KQ' };
    await journey.fillDriverAndVehicle(form, stop);
    await page.route('**/api/v1/booking', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
    await form.getByRole('button', { name: 'Submit' }).tap();
    const waiting = page.getByRole('list', { name: 'bookings on this device' });
    // Two taps give the driver the ticket without a printer or a network.
    await waiting.getByRole('button', { name: 'Show to driver' }).tap();
    const toDriver = page.getByRole('dialog', { name: 'Show to driver' });
    const code = await toDriver.getByRole('img').boundingBox();
    expect(code?.width).toBeGreaterThan(300);
    await toDriver.getByRole('button', { name: 'Share' }).tap();
    const shared = await page.evaluate(() => window.name);
    expect(shared).toMatch(
      /^Traffic ticket of ZAR-871KQ, ₦[\d,]+\..*No officer may take money\. http.*\/t\/\w{18}$/,
    );
    await toDriver.getByRole('button', { name: 'Close' }).tap();

    await waiting.getByRole('button', { name: 'Print ticket' }).tap();
    const dialog = page.getByRole('dialog', { name: 'Ticket' });
    const shown = dialog.getByRole('article', { name: 'Ticket' });
    await expect(shown).toBeVisible();

    const print = dialog.getByRole('button', { name: 'Print ticket' });
    const heights: number[] = [];
    for (const [paper, width] of [
      ['58 mm', 58],
      ['80 mm', 80],
    ] as const) {
      await dialog.getByRole('radio', { name: paper }).check();
      await print.tap();
      await expect.poll(() => pagesOf(page)).toEqual([[width, expect.any(Number)]]);
      heights.push((await pagesOf(page))[0]?.[1] ?? 0);
    }
    const drawn = (await shown.boundingBox())?.height ?? 0;
    // The roll is as long as what stands on it, and what is narrower is longer.
    expect(heights[1]).toBeCloseTo((drawn / 96) * 25.4 + 6, -1);
    expect(heights[0]).toBeGreaterThan(heights[1] ?? 0);
    await dialog.getByRole('radio', { name: 'A4' }).check();
    await expect.poll(() => pagesOf(page)).toEqual([[210, 297]]);

    await page.emulateMedia({ media: 'print' });
    await expect(dialog).toBeHidden();
    await expect(page.locator('article:visible')).toHaveText(new RegExp(stop.registration));
    await page.emulateMedia({ media: null });

    await dialog.getByRole('button', { name: 'Close' }).tap();
    await expect(dialog).toBeHidden();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(
      page.locator('article:visible', { hasText: 'No officer may take money' }),
    ).toHaveCount(0);
  },
);
