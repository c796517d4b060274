import { expect, test } from '#tests/e2e/support/test.ts';
import { rowsOf } from './screen.ts';

test.use({ ownWindow: true });

test('241d: a call is waited for, however long the answer takes', async ({ page, signIn }) => {
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

test('202a, 202c: a start holds exp against the clock of the device, corrected by what the server last said', async ({
  page,
  signIn,
}) => {
  const { token } = await signIn('booking officer');
  const stored = () => page.evaluate(() => localStorage.getItem('jwtToken'));
  await page.clock.install();
  await page.goto('/unpaid');
  await expect(rowsOf(page, 'Unpaid Bookings')).not.toHaveCount(0);

  // A clock that goes wrong while the server is heard is known to be wrong.
  await page.clock.setSystemTime(Date.now() + 13 * 3_600_000);
  const known = () => page.evaluate(() => Number(localStorage.getItem('clock')));
  await page.getByRole('link', { name: 'Collisions' }).click();
  await expect.poll(known).toBeLessThan(-12 * 3_600_000);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Accidents' })).toBeVisible();
  expect(await stored()).toBe(token);

  // Where nothing is known of it, it counts.
  await page.addInitScript(() => localStorage.removeItem('clock'));
  await page.reload();
  await expect(page).toHaveURL('/signin');
  await expect(page.getByText('Your session has ended. Sign in to continue.')).toBeVisible();
  expect(await stored()).toBeNull();
});
