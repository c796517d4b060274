import { expect, test } from '#tests/e2e/support/test.ts';
import { booked } from '#tests/support/journey.ts';

const toasts = 'Messages';

test('a toast appears at the top right', async ({ page, signIn }) => {
  const { client } = await signIn('booking officer');
  const { _id } = await booked(client, { offence: [{ id: 'VIL-06' }] });
  await page.goto(`/unpaid?open=${_id}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Pay Bill' }).click();
  const toast = page
    .getByRole('region', { name: toasts })
    .or(page.getByLabel(toasts))
    .getByRole('alert')
    .filter({ hasText: 'No payment reference, cannot generate Payment url.' });
  await expect(toast).toBeVisible();
  const box = await toast.boundingBox();
  if (!box) throw new Error('The toast has no place.');
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  expect(box.x).toBeGreaterThan(width / 2);
  expect(width - (box.x + box.width)).toBeLessThan(width / 20);
  expect(box.y).toBeLessThan(height / 4);
});
