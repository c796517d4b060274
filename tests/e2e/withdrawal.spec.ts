import type { Page } from '@playwright/test';
import { withdrawBooking } from '#contract/bookings.ts';
import { signedIn } from '#tests/support/client.ts';
import { makeAccount, markPaid } from '#tests/support/factories.ts';
import { booked } from '#tests/support/journey.ts';
import { expect, refused, test } from './support/test.ts';
import type { RunningServer } from './support/server.ts';

const reason = 'Booked twice at the same roadblock.';
const action = (page: Page) => page.getByRole('button', { name: 'Withdraw booking', exact: true });

/** A booking of somebody else. */
async function aBookingOf(server: RunningServer, registration: string) {
  const { email } = await server.query((db) => makeAccount(db, 'booking officer'));
  return booked(await signedIn(server.url, email), { registration });
}

async function withdrawHere(page: Page): Promise<void> {
  await action(page).click();
  const asking = page.getByRole('dialog', { name: /^Withdraw / });
  await expect(asking.getByRole('button', { name: 'Withdraw booking' })).toBeDisabled();
  await asking.getByRole('textbox', { name: 'Reason' }).fill(reason);
  await asking.getByRole('button', { name: 'Withdraw booking' }).click();
}

test('a zonal head withdraws a booking with a reason, and it leaves the unpaid ones for good', async ({
  page,
  server,
  signIn,
}) => {
  await signIn('zonal head', { zone: 'Zaria' });
  const { _id } = await aBookingOf(server, 'WDE-101AA');
  await page.goto(`/unpaid?open=${_id}`);
  await withdrawHere(page);

  const detail = page.getByRole('dialog', { name: /^Booking WDE-101AA/ });
  await expect(detail.getByText('This booking was withdrawn. Nothing is due on it.')).toBeVisible();
  await expect(detail.getByText(reason)).toBeVisible();
  for (const name of ['Pay Bill', 'Check Status', 'Clear Vehicle'])
    await expect(detail.getByRole('button', { name })).toBeDisabled();
  await expect(action(page)).toBeHidden();

  await detail.getByRole('button', { name: 'History' }).click();
  const last = detail.getByRole('list', { name: 'History', exact: true }).locator('> li').last();
  await expect(last).toContainText('Withdrawn');
  await expect(last).toContainText('Amina Sule, zonal head');
  await expect(last).toContainText(`Reason ${reason}`);

  await page.goto('/unpaid?search=WDE-101AA');
  await expect(page.getByText('No items found')).toBeVisible();
  await page.goto('/bookings?search=WDE-101AA&withdrawn=true');
  await expect(page.getByRole('row', { name: /WDE-101AA/ })).toContainText('Withdrawn');
});

test('a booking that was paid meanwhile is not withdrawn, and the screen says so', async ({
  page,
  server,
  signIn,
  complaints,
}) => {
  complaints.allow(refused(409));
  await signIn('zonal head', { zone: 'Zaria' });
  const { _id } = await aBookingOf(server, 'WDE-102AA');
  // The stream is closed, so that the screen does not hear of the payment first.
  await page.route('**/api/v1/booking/live*', (route) => route.abort());
  complaints.allow(/net::ERR_FAILED/);
  await page.goto(`/unpaid?open=${_id}`);
  await expect(action(page)).toBeVisible();
  await server.query((db) => markPaid(db, _id));
  await withdrawHere(page);
  await expect(page.getByText("This booking is paid, so it can't be withdrawn.")).toBeVisible();
  await expect(action(page)).toBeHidden();
});

test('who made a booking is told that somebody else must withdraw it, and others see no way to', async ({
  page,
  signIn,
}) => {
  const { client } = await signIn('zonal head', { zone: 'Zaria' });
  const { _id } = await booked(client, { registration: 'WDE-103AA' });
  await page.goto(`/unpaid?open=${_id}`);
  await expect(action(page)).toBeDisabled();
  await expect(page.getByText('somebody else must withdraw it')).toBeVisible();
  await signIn('booking officer');
  await page.goto(`/unpaid?open=${_id}`);
  await expect(page.getByRole('button', { name: 'Pay Bill' })).toBeVisible();
  await expect(action(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'History' })).toBeHidden();
});

test('a state admin goes from the reports to the officers, and from a rate to what was withdrawn', async ({
  page,
  server,
  signIn,
}) => {
  const { client } = await signIn('state admin');
  const zone = 'Kajuru';
  const { id, email } = await server.query((db) => makeAccount(db, 'booking officer', { zone }));
  const officer = await signedIn(server.url, email);
  const { _id } = await booked(officer, { registration: 'WDE-104AA', zone });
  await booked(officer, { registration: 'WDE-105AA', zone });
  await client.ok(withdrawBooking, { params: { id: _id }, body: { reason } });

  await page.goto('/report');
  await page.getByRole('link', { name: /Withdrawals by Officer/ }).click();
  await expect(page.getByRole('heading', { name: 'Withdrawals by Officer' })).toBeVisible();
  await page.goto(`/withdrawals?zone=${zone}`);
  const row = page.getByRole('row', { name: /Amina Sule/ });
  await expect(row).toContainText('50%');
  await row.getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`withdrawn=true&bookedBy=${id}`));
  await expect(page.getByRole('row', { name: /WDE-104AA/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /WDE-105AA/ })).toBeHidden();
});
