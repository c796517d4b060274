import { expect, test } from '#tests/e2e/support/test.ts';
import { booked } from '#tests/support/journey.ts';

const said = 'No payment reference, cannot generate Payment url.';

test('288, 301: a toast appears at the top right', { tag: '@night' }, async ({ page, signIn }) => {
  const { client } = await signIn('booking officer');
  const { _id } = await booked(client, { offence: [{ id: 'VIL-06' }] });
  await page.goto(`/unpaid?open=${_id}`);
  const pay = page.getByRole('dialog').getByRole('button', { name: 'Pay Bill' });
  await expect(pay).toBeVisible();
  // It goes by itself, on a busy machine before anybody outside of the page has measured it.
  const seen = page.waitForFunction((words) => {
    const toasts = document.querySelectorAll('[aria-label="Messages"] [role="alert"]');
    const toast = [...toasts].find(({ textContent }) => textContent.includes(words));
    const box = toast?.getBoundingClientRect();
    return box && box.width > 0 && { left: box.left, right: box.right, top: box.top };
  }, said);
  await pay.click();
  const box = await (await seen).jsonValue();
  if (!box) throw new Error('The toast has no place.');
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  expect(box.left).toBeGreaterThan(width / 2);
  expect(width - box.right).toBeLessThan(width / 20);
  expect(box.top).toBeLessThan(height / 4);
});
