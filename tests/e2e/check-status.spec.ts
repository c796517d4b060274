import type { Page } from '@playwright/test';
import { sql } from 'kysely';
import { clockOf } from '#web/format/time.ts';
import { billed, booked } from '../support/journey.ts';
import { storeBooking } from '../support/raw-bookings.ts';
import { expect, test } from './support/test.ts';

const minute = 60_000;

/**
 * Presses Check Status in the open booking; answers the time of the next attempt, if one is shown.
 */
async function check(page: Page, id: string): Promise<string> {
  const answered = page.waitForResponse('**/api/v1/booking/check/*');
  await page.goto(`/unpaid?open=${id}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Check Status' }).click();
  const { data } = (await (await answered).json()) as { data: { finding: { againAt?: string } } };
  return data.finding.againAt ?? '';
}

const notice = (page: Page, words: string | RegExp) => page.getByRole('dialog').getByText(words);

/**
 * Collects all toasts from now on: one disappears after five seconds, which a busy page may miss.
 */
async function messagesOf(page: Page): Promise<() => Promise<string>> {
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const shown = document.querySelectorAll('[aria-label=Messages] [role=status]');
      const { dataset } = document.documentElement;
      for (const { textContent } of shown)
        dataset['said'] = `${dataset['said'] ?? ''}${textContent}\n`;
    }).observe(document, { childList: true, subtree: true });
  });
  return async () => (await page.locator('html').getAttribute('data-said')) ?? '';
}

test('with a silent gateway Check Status says so, and when it is asked again', async ({
  page,
  server,
  signIn,
}) => {
  const { account } = await signIn('booking officer');
  // A bill that the gateway gives no answer about.
  const bill = { bill_ref: '500000000001', bill_gateway: 'PayKaduna' };
  const id = await server.query((db) => storeBooking(db, account?.id ?? '', bill));
  const said = await messagesOf(page);
  const again = clockOf(await check(page, id));
  const words = new RegExp(
    `The payment gateway is not responding.*Hanya will ask again at about .*${again}\\.`,
  );
  await expect(notice(page, words)).toBeVisible();
  await expect.poll(said).toMatch(words);
  await expect(page.getByText('Payment not yet Completed!')).toHaveCount(0);
});

test(
  'with money of another amount Check Status says that a person looks at it',
  { tag: '@night' },
  async ({ page, server, signIn }) => {
    const { client } = await signIn('booking officer');
    const { _id, billRef } = await billed(client, (await booked(client))._id);
    await server.query(async (db) => {
      await sql`update sandbox.bill_items set amount_kobo = amount_kobo - 100
      where bill_reference = ${billRef}`.execute(db);
      await sql`update sandbox.bills set paid_at = now(),
      receipt = to_char(nextval('sandbox.receipts'), 'FM00000000')
      where bill_reference = ${billRef}`.execute(db);
    });
    const said = await messagesOf(page);
    await check(page, _id);
    const words = /The payment gateway shows a different amount .* A state admin must check this/;
    // Beside the button, and where the bill stands.
    await expect(notice(page, words)).toHaveCount(2);
    await expect.poll(said).toMatch(words);
    await expect(page.getByText('Payment not yet Completed!')).toHaveCount(0);
  },
);

test(
  'a late bill says since when and who looks when, and goes once it is there',
  { tag: '@night' },
  async ({ page, server, signIn }) => {
    const { account } = await signIn('booking officer');
    const created_at = new Date(Date.now() - 20 * minute);
    const id = await server.query((db) => storeBooking(db, account?.id ?? '', { created_at }));
    await page.goto(`/unpaid?open=${id}`);
    await expect(
      notice(
        page,
        /^There is no bill yet\. Hanya has been asking the payment gateway for it since /,
      ),
    ).toContainText(clockOf(created_at.getTime()));
    await expect(
      notice(page, /If there is no bill by .*\d\d:\d\d, Hanya will ask a state admin/),
    ).toBeVisible();
    await server.query((db) =>
      db
        .updateTable('bookings')
        .set({ bill_ref: '500000000002', bill_gateway: 'PayKaduna' })
        .where('id', '=', id)
        .execute(),
    );
    await expect(notice(page, 'There is no bill yet')).toHaveCount(0);
    await expect(
      page.getByRole('dialog').getByRole('term').filter({ hasText: 'Bill reference' }),
    ).toBeVisible();
  },
);
