import type { Page } from '@playwright/test';
import { booked, bookedAndPaid } from '../support/journey.ts';
import { journeyOn } from './support/journey.ts';
import { expect, test } from './support/test.ts';

const phone = { isMobile: true, hasTouch: true, ownWindow: true } as const;

/** Makes all letters of the next pages twice as large. */
const enlarge = (page: Page) =>
  page.addInitScript(() => {
    const enlargeNow = () => document.documentElement.style.setProperty('font-size', '200%');
    document.addEventListener('DOMContentLoaded', enlargeNow);
  });

/**
 * Amounts, plates and bold words, such as names, of which a part can't be seen or scrolled to; amounts
 * that go on in another line, too, since their first part reads as a whole one.
 */
const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const scrolls = (style: CSSStyleDeclaration) => /auto|scroll/.test(style.overflowX);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? '';
      const within = node.parentElement;
      if (text === '' || !within?.checkVisibility()) continue;
      const { fontWeight, position } = getComputedStyle(within);
      const isPlate = /^[A-Z]{3}-?\d{3}[A-Z]{2}$/.test(text);
      if (!isPlate && !text.includes('₦') && Number(fontWeight) < 600) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const { left, right, width } = range.getBoundingClientRect();
      if (position === 'absolute' || width <= 1) continue;
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (/^₦[\d,]+$/.test(text) && lines.size > 1) found.push(`${text} in ${lines.size} lines`);
      let edges = { left: 0, right: document.documentElement.clientWidth };
      for (let at: Element | null = within; at; at = at.parentElement) {
        const style = getComputedStyle(at);
        const box = at.getBoundingClientRect();
        // For a screen reader alone.
        if (box.width <= 1) edges = { left: -Infinity, right: Infinity };
        else if (at !== document.body && scrolls(style) && at.scrollWidth > at.clientWidth + 1)
          edges = { left: -Infinity, right: Infinity };
        else if (/hidden|clip/.test(style.overflowX) && edges.right !== Infinity)
          edges = {
            left: Math.max(edges.left, box.left),
            right: Math.min(edges.right, box.right),
          };
      }
      if (left < edges.left - 1 || right > edges.right + 1)
        found.push(`${text} (${Math.round(left)} to ${Math.round(right)})`);
    }
    return found;
  });

test.describe('with letters twice as large on a phone', () => {
  test.use({ ...phone, viewport: { width: 390, height: 844 } });

  test(
    'no amount or name is cut off where users, fees and money are looked after',
    { tag: '@night' },
    async ({ page, server, signIn }) => {
      const { client, account } = await signIn('state admin', { state: 'Kaduna' });
      const { _id } = await server.query((db) => bookedAndPaid(client, db, { zone: 'Zaria' }));
      await enlarge(page);
      const addresses = [
        '/admin',
        `/admin?open=${account?.id ?? ''}`,
        '/report',
        '/fees',
        '/reconciliation',
        '/reconciliation?show=differences',
        '/exceptions',
        '/late-records',
        '/withdrawals',
        `/paid?open=${_id}`,
      ];
      for (const address of addresses) {
        await page.goto(address);
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
        await expect.poll(() => cutOff(page), { message: address }).toEqual([]);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(wide, address).toBeLessThanOrEqual(390);
      }
    },
  );

  test(
    'no amount, name or plate is cut off, in lists, an open record, the form or its picker',
    { tag: '@night' },
    async ({ page, signIn }) => {
      const { client } = await signIn('zonal head', { zone: 'Zaria' });
      const { _id } = await booked(client, {
        name: 'Oluwaseun Adebayo-Ogunleye',
        registration: 'ZAR-888WW',
        zone: 'Zaria',
        offence: [{ id: 'SPV-01' }, { id: 'MTF-01' }],
      });
      await enlarge(page);
      const addresses = [
        '/',
        '/unpaid',
        '/paid',
        '/completed',
        '/collisions',
        `/unpaid?open=${_id}`,
      ];
      for (const address of addresses) {
        await page.goto(address);
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
        if (address.includes('open='))
          await expect(page.getByRole('table', { name: 'Fines' })).toBeVisible();
        await expect.poll(() => cutOff(page), { message: address }).toEqual([]);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(wide, address).toBeLessThanOrEqual(390);
      }
      await page.goto('/collisions');
      const form = await journeyOn(page, true).openForm();
      await expect.poll(() => cutOff(page), { message: 'the form' }).toEqual([]);
      await form.getByRole('button', { name: /^Offences/ }).tap();
      await expect(form.getByRole('option').first()).toBeVisible();
      await expect.poll(() => cutOff(page), { message: 'the picker' }).toEqual([]);
      const search = await form.getByRole('combobox', { name: /offences$/i }).boundingBox();
      expect((search?.x ?? 0) + (search?.width ?? 0)).toBeLessThanOrEqual(390);
    },
  );
});

for (const [what, width] of [
  ['on a phone that lies on its side', 844],
  ['at 200 % zoom', 390],
] as const)
  test.describe(what, { tag: '@night' }, () => {
    test.use({ ...phone, viewport: { width, height: 390 } });

    test('the booking form is filled in and sent', async ({ page, signIn }) => {
      await signIn('booking officer', { zone: 'Zaria' });
      await page.goto('/unpaid');
      // What is pressed must be seen: Playwright scrolls to it, and finds what would cover it.
      const journey = journeyOn(page, width < 768);
      const form = await journey.openForm();
      await journey.addOffence(form, 'LGC-16', /LGC-16/);
      const stop = { name: 'Ladi Audu', registration: `ZAR-${width}LW` };
      await journey.fillDriverAndVehicle(form, stop);
      const address = form.getByLabel('Address', { exact: true });
      await address.tap();
      // Between head and foot there is room for the field that is being filled in.
      await expect(address).toBeInViewport({ ratio: 1 });
      await form.getByRole('button', { name: 'Submit' }).tap();
      await expect(page).toHaveURL('/unpaid');
    });
  });
