import { expect, test } from '#tests/e2e/support/test.ts';
import { colourOf, isDark, isGreen, rowsOf, title } from './screen.ts';

test('a list says that it is loading until its rows are there', async ({ page, signIn }) => {
  await signIn('state admin');
  for (const [path, heading, call] of [
    ['/completed', 'Completed Bookings', '**/api/v1/booking?*'],
    ['/admin', 'Users', '**/api/v1/users?*'],
  ] as const) {
    const held = Promise.withResolvers<undefined>();
    await page.route(call, async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto(path);
    await expect(title(page, heading)).toBeVisible();
    const loading = page.getByRole('progressbar', { name: 'Loading' });
    await expect(loading).toBeVisible();
    held.resolve(undefined);
    await expect(rowsOf(page, heading)).not.toHaveCount(0);
    await expect(loading).toBeHidden();
  }
});

test('the card of a booking is coloured by its label', async ({ page, signIn }) => {
  await signIn('state admin');
  const groundOf = async (path: string, list: string, label: string) => {
    await page.goto(path);
    const card = rowsOf(page, list).first().getByText(label, { exact: true });
    return colourOf(card, 'backgroundColor');
  };
  const issued = await groundOf('/unpaid', 'Unpaid Bookings', 'Ticket Issued');
  const paid = await groundOf('/paid', 'Paid Bookings', 'Ticket Paid');
  const completed = await groundOf('/completed', 'Completed Bookings', 'Completed');
  expect([isGreen(issued), isGreen(paid), isGreen(completed)]).toEqual([false, true, false]);
  expect([isDark(issued), isDark(paid), isDark(completed)]).toEqual([false, false, true]);
});
