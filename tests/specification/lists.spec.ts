import { expect, test } from '#tests/e2e/support/test.ts';
import { colourOf, isDark, isGreen, rowsOf } from './screen.ts';

test('99b, 100b: the card of a booking is coloured by its label', async ({ page, signIn }) => {
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
