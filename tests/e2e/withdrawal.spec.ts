import type { Page } from '@playwright/test';
import { signedIn } from '#tests/support/client.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { booked } from '#tests/support/journey.ts';
import type { RunningServer } from './support/server.ts';
import { expect, test } from './support/test.ts';

const reason = 'Booked twice at the same roadblock.';
const action = (page: Page) => page.getByRole('button', { name: 'Withdraw booking', exact: true });

/** A booking of somebody else. */
async function aBookingOf(server: RunningServer, registration: string) {
  const { email } = await server.query((db) => makeAccount(db, 'booking officer'));
  return booked(await signedIn(server.url, email), { registration });
}

async function withdrawHere(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await action(page).click();
  const asking = page.getByRole('dialog', { name: /^Withdraw / });
  await expect(asking.getByRole('button', { name: 'Withdraw booking' })).toBeDisabled();
  await asking.getByRole('textbox', { name: 'Reason' }).fill(reason);
  await asking.getByRole('button', { name: 'Withdraw booking' }).click();
}

test(
  'a zonal head withdraws a booking with a reason, and it leaves the unpaid ones for good',
  { tag: '@night' },
  async ({ page, server, signIn }) => {
    await signIn('zonal head', { zone: 'Zaria' });
    const { _id } = await aBookingOf(server, 'WDE-101AA');
    await page.goto(`/unpaid?open=${_id}`);
    await withdrawHere(page);

    const detail = page.getByRole('dialog', { name: /^Booking WDE-101AA/ });
    await expect(
      detail.getByText('This booking was withdrawn. Nothing is due on it.'),
    ).toBeVisible();
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
  },
);
