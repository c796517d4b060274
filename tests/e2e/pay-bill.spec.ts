import { noPaymentReference } from '#contract/payments.ts';
import { billed, booked } from '../support/journey.ts';
import { expect, test } from './support/test.ts';

test('189a, 191b, 288, 289a: Pay Bill without a payment reference says so', async ({
  page,
  signIn,
}) => {
  const { client } = await signIn('booking officer');
  // Hire of heavy recovery equipment costs nothing here, and what costs nothing gets no bill.
  const { _id, price } = await booked(client, { offence: [{ id: 'VIL-06' }] });
  expect(price).toBe(0);
  await page.goto(`/unpaid?open=${_id}`);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Pay Bill' }).click();
  await expect(dialog.getByText(noPaymentReference)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Clear Vehicle' })).toBeDisabled();

  await dialog.getByRole('button', { name: 'Check Status' }).click();
  await expect(dialog.getByText('Payment Completed!')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Clear Vehicle' })).toBeEnabled();
});

test(
  '191c, 268b, 289b: Check Status before the payment says that it isn’t completed',
  { tag: '@night' },
  async ({ page, signIn }) => {
    const { client } = await signIn('booking officer');
    const booking = await booked(client);
    await billed(client, booking._id);
    await page.goto(`/unpaid?open=${booking._id}`);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Check Status' }).click();
    await expect(dialog.getByText('Payment not yet Completed!')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Clear Vehicle' })).toBeDisabled();
  },
);
