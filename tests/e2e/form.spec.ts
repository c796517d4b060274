import type { Locator } from '@playwright/test';
import { journeyOn } from './support/journey.ts';
import { bookingsOf } from './support/ledger.ts';
import { expect, refused, screens, test, unreachable } from './support/test.ts';

const stops = {
  'on a desktop': { name: 'Danjuma Audu', registration: 'ABJ-905RT' },
  'on a phone': { name: 'Terwase Danjuma', registration: 'ABJ-906RT' },
};

const submitOf = (form: Locator) => form.getByRole('button', { name: 'Submit' });
const field = (form: Locator, label: string) => form.getByLabel(label, { exact: true });

for (const device of ['on a desktop', 'on a phone'] as const) {
  const stop = stops[device];
  test.describe(device, { tag: device === 'on a desktop' ? '@night' : [] }, () => {
    test.use(screens[device]);

    test('a booking that failed is kept as typed, and one whose answer was lost is booked once', async ({
      page,
      server,
      isMobile,
      signIn,
      complaints,
    }) => {
      await signIn('booking officer', { zone: 'Zaria' });
      complaints.allow(unreachable);
      complaints.allow(refused(503));
      const journey = journeyOn(page, isMobile);
      await page.goto('/completed');
      const form = await journey.openForm();
      await journey.addOffence(form, 'LGC-16', /LGC-16/);
      await journey.fillDriverAndVehicle(form, stop);
      await form.getByLabel(/^Notes/).fill('Seen at the second roundabout.');
      const top = form.getByRole('heading', { name: 'Booking Details' });
      await expect(top).not.toBeInViewport();

      const held = Promise.withResolvers<undefined>();
      const sentence = 'The server is being looked after. Try again in a minute.';
      await page.route('**/api/v1/booking', async (route) => {
        await held.promise;
        await route.fulfill({
          status: 503,
          json: { success: false, error: sentence, code: 'unavailable' },
        });
      });
      await journey.press(submitOf(form));
      await expect(form.getByRole('button', { name: 'Saving' })).toHaveAttribute(
        'aria-busy',
        'true',
      );
      held.resolve(undefined);

      await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible();
      const summary = form.getByRole('group', { name: 'The booking was not added' });
      await expect(summary).toBeFocused();
      await expect(summary).toBeInViewport();
      await expect(submitOf(form)).toBeEnabled();
      await expect(field(form, 'Name')).toHaveValue(stop.name);
      await expect(field(form, 'Vehicle Registration')).toHaveValue(stop.registration);
      await expect(form.getByLabel(/^Notes/)).toHaveValue('Seen at the second roundabout.');

      await page.unroute('**/api/v1/booking');
      let isLost = true;
      await page.route('**/api/v1/booking', async (route) => {
        if (!isLost || route.request().method() !== 'POST') return route.continue();
        isLost = false;
        expect((await route.fetch()).status()).toBe(201);
        return route.abort();
      });
      await journey.press(submitOf(form));
      await expect(page).toHaveURL('/unpaid');
      await expect(
        page.getByRole('status').filter({ hasText: 'Stored on this device.' }),
      ).toBeVisible();
      await expect(page.getByRole('list', { name: 'bookings on this device' })).toBeHidden();
      await expect(journey.rows('Unpaid Bookings').first()).toContainText(stop.name);
      expect(await bookingsOf(server, stop.registration)).toHaveLength(1);
    });
  });
}
