import { expect, test } from '#tests/e2e/support/test.ts';
import { rowsOf } from './screen.ts';

test.use({ ownWindow: true });

test('a call is waited for, however long the answer takes', async ({ page, signIn }) => {
  await page.clock.install();
  await signIn('booking officer');
  const held = Promise.withResolvers<undefined>();
  await page.route('**/api/v1/booking?*', async (route) => {
    await held.promise;
    await route.continue();
  });
  const asked = page.waitForRequest('**/api/v1/booking?*');
  await page.goto('/completed');
  await asked;
  await page.clock.fastForward('30:00');
  await expect(page.getByRole('alert')).toHaveCount(0);
  held.resolve(undefined);
  await page.clock.resume();
  await expect(rowsOf(page, 'Completed Bookings')).toHaveCount(10);
});
