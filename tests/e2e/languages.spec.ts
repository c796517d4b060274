import type { Page } from '@playwright/test';
import { changeLanguages } from '#contract/languages.ts';
import { updateUser } from '#contract/user-changes.ts';
import { languageFiles, languagesForMs } from '#server/features/languages/queries.ts';
import { signedIn } from '#tests/support/client.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { booked } from '#tests/support/journey.ts';
import { ticketCodeOf } from '#tests/support/raw-bookings.ts';
import { expect, screens, test } from './support/test.ts';

test.use({ ...screens['on a phone'], ownWindow: true });

/** Texts that leave the page, or the box that cuts them off; what can be scrolled is left out. */
const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const scrolls = (element: Element): boolean => {
      const { overflowX } = getComputedStyle(element);
      return /auto|scroll/.test(overflowX) && element.scrollWidth > element.clientWidth;
    };
    const found: string[] = [];
    for (const element of document.body.querySelectorAll('*')) {
      const words = [...element.childNodes]
        .map((node) => (node instanceof Text ? node.data.trim() : ''))
        .join('');
      const box = element.getBoundingClientRect();
      if (words === '' || box.width < 2 || box.height < 2) continue;
      let around: Element | null = element;
      while (around && !scrolls(around)) around = around.parentElement;
      if (around) continue;
      const style = getComputedStyle(element);
      const isCut =
        /hidden|clip/.test(style.overflowX) && element.scrollWidth > element.clientWidth + 1;
      if (isCut || box.right > window.innerWidth + 1 || box.left < -1) found.push(words);
    }
    return found;
  });

const languages = [...languageFiles().values()];

for (const { code, name } of languages)
  test(
    `in ${name} no word is cut off on a phone: sign-in, both forms, the ticket shown and its page`,
    { tag: '@night' },
    async ({ page, server, signIn }) => {
      const place = { state: 'Ogun', zone: 'Sagamu' } as const;
      const admin = await server.query((db) => makeAccount(db, 'state admin', { state: 'Ogun' }));
      const chief = await signedIn(server.url, admin.email);
      const offer = (offered: string[]) =>
        chief.ok(changeLanguages, {
          body: { offered, showsUnconfirmed: true, plainLetters: false },
        });
      await offer([code]);
      await page.waitForTimeout(2 * languagesForMs);
      await page.goto('/signin');
      await page.getByRole('button', { name, exact: true }).tap();
      await expect(page.locator(`[lang="${code}"] form`)).toBeVisible();
      expect(await cutOff(page)).toEqual([]);

      const { account, client } = await signIn('booking officer', place);
      await client.ok(updateUser, { params: { id: account?.id ?? '' }, body: { language: code } });
      const booking = await booked(client, { zone: 'Sagamu', language: code });
      for (const form of ['booking', 'collision']) {
        await page.goto(`/unpaid?new=${form}`);
        await expect(page.locator(`form[lang="${code}"]`)).toBeVisible();
        await expect(page.getByRole('dialog')).toBeVisible();
        expect(await cutOff(page)).toEqual([]);
      }
      await page.goto(`/unpaid?open=${booking._id}`);
      await page
        .getByRole('button', { name: /driver$/ })
        .first()
        .tap();
      await expect(page.locator(`[role=dialog] [lang="${code}"]`).first()).toBeVisible();
      expect(await cutOff(page)).toEqual([]);
      const ticket = await server.query((db) => ticketCodeOf(db, booking._id));
      for (const address of [`/t/${ticket}`, `/t/${ticket}/more`]) {
        await page.goto(address);
        await expect(page.locator('html')).toHaveAttribute('lang', code);
        expect(await cutOff(page)).toEqual([]);
      }
      await page.locator('input[name=proof]').fill('0142');
      await page.locator('button.pay:visible').first().tap();
      await expect(page.locator('select[name=ground]')).toBeVisible();
      expect(await cutOff(page)).toEqual([]);
      await offer([]);
    },
  );
