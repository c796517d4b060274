import type { Locator } from '@playwright/test';
import { journeyOn } from './support/journey.ts';
import { bookingsOf } from './support/ledger.ts';
import { expect, test, unreachable } from './support/test.ts';

const stop = { name: 'Danjuma Audu', registration: 'ABJ-905RT' };

const submitOf = (form: Locator) => form.getByRole('button', { name: 'Submit' });
const field = (form: Locator, label: string) => form.getByLabel(label, { exact: true });

test('a booking whose answer was lost is kept as typed, and sending it again books it once', async ({
  page,
  server,
  isMobile,
  signIn,
  complaints,
}) => {
  await signIn('booking officer', { zone: 'Zaria' });
  complaints.allow(unreachable);
  const journey = journeyOn(page, isMobile);
  await page.goto('/completed');
  const form = await journey.openForm();
  await journey.addOffence(form, 'LGC-16', /LGC-16/);
  await journey.fillDriverAndVehicle(form, stop);
  await form.getByLabel(/^Notes/).fill('Seen at the second roundabout.');
  const top = form.getByRole('heading', { name: 'Booking Details' });
  await expect(top).not.toBeInViewport();

  const held = Promise.withResolvers<undefined>();
  await page.route('**/api/v1/booking', async (route) => {
    expect((await route.fetch()).status()).toBe(201);
    await held.promise;
    await route.abort();
  });
  await journey.press(submitOf(form));
  await expect(form.getByRole('button', { name: 'Saving' })).toHaveAttribute('aria-busy', 'true');
  held.resolve(undefined);

  const sentence = 'The server does not answer. Check the connection and try again.';
  await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible();
  const summary = form.getByRole('group', { name: 'The booking was not added' });
  await expect(summary).toBeFocused();
  await expect(summary).toBeInViewport();
  await expect(submitOf(form)).toBeEnabled();
  await expect(field(form, 'Name')).toHaveValue(stop.name);
  await expect(field(form, 'Vehicle Registration')).toHaveValue(stop.registration);
  await expect(form.getByLabel(/^Notes/)).toHaveValue('Seen at the second roundabout.');

  await page.unroute('**/api/v1/booking');
  await journey.press(submitOf(form));
  await expect(page).toHaveURL('/unpaid');
  await expect(journey.rows('Unpaid Bookings').first()).toContainText(stop.name);
  expect(await bookingsOf(server, stop.registration)).toHaveLength(1);
});
