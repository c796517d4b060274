import { demoPassword } from '#contract/demo.ts';
import { journeyOn } from './support/journey.ts';
import { stopSweeps } from './support/ledger.ts';
import { expect, screens, test, unreachable } from './support/test.ts';

test.use({
  ownWindow: true,
  permissions: ['geolocation'],
  geolocation: { latitude: 11.0855, longitude: 7.7199, accuracy: 12 },
});

const stops = {
  'on a desktop': { name: 'Hauwa Bello', registration: 'KTN-482AB' },
  'on a phone': { name: 'Hauwa Sani', registration: 'KTN-483AB' },
};

for (const device of ['on a desktop', 'on a phone'] as const) {
  const stop = stops[device];
  test.describe(device, { tag: device === 'on a desktop' ? '@night' : [] }, () => {
    test.use(screens[device]);

    test('8a, 9a to 9c, 78e, 186, 187a, 188a to 188c, 290: an officer books, the driver pays, the vehicle is cleared, and a restart loses nothing', async ({
      page,
      server,
      isMobile,
      complaints,
    }) => {
      // The open live stream notices the restart.
      complaints.allow(unreachable);
      await stopSweeps(server);
      const journey = journeyOn(page, isMobile);
      const { press } = journey;
      await page.goto('/');
      await expect(page).toHaveURL('/signin');
      await journey.signIn('booking-officer@hanya.test', demoPassword);

      const form = await journey.openForm();
      await journey.addOffence(form, 'LGC-16', /LGC-16/);
      const total = form.getByRole('status').filter({ hasText: '₦' });
      await expect(total).toContainText('₦2,000');
      await journey.addOffence(form, 'disobeying traffic', /Disobeying traffic light/);
      await expect(total).toContainText('₦12,000');
      await press(form.getByRole('button', { name: 'Use my position' }));
      await expect(form.getByText('Position found, within 12 m')).toBeVisible();
      await journey.fillDriverAndVehicle(form, stop);
      for (const paper of ['Vehicle License', 'Insurance Certificate']) {
        await press(form.getByRole('checkbox', { name: paper }));
        await expect(form.getByRole('checkbox', { name: paper })).toBeChecked();
      }
      await press(form.getByRole('button', { name: 'Submit' }));

      await expect(page).toHaveURL('/unpaid');
      await expect(form).toBeHidden();
      const first = journey.rows('Unpaid Bookings').first();
      await expect(first).toContainText(stop.name);
      await expect(first).toContainText('Ticket Issued');

      const detail = await journey.openBooking(stop.registration);
      await expect(detail.getByRole('table', { name: 'Fines' })).toContainText('₦12,000');
      for (const fact of ['11.08550, 7.71990', 'Vehicle License', 'Insurance Certificate']) {
        await expect(detail.getByText(fact).first()).toBeVisible();
      }
      await journey.payBill(detail);
      await journey.checkStatus(detail);
      await expect(detail.getByText('Ticket Paid').first()).toBeVisible();

      await journey.clearVehicle(detail, stop.registration);
      await expect(page.getByText('Vehicle Cleared successfully!').first()).toBeVisible();
      await expect(page).toHaveURL('/completed');
      await expect(
        journey.rows('Completed Bookings').filter({ hasText: stop.registration }),
      ).toHaveCount(1);

      await server.stop();
      await server.start();
      await page.reload();
      await journey.goTo('Base');
      await journey.goTo('Completed');
      const kept = journey.rows('Completed Bookings').filter({ hasText: stop.registration });
      await expect(kept).toContainText('Completed');
      const again = await journey.openBooking(stop.registration);
      await expect(again.getByRole('table', { name: 'Fines' })).toContainText('₦12,000');
      await expect(again.getByRole('term').filter({ hasText: 'Receipt' })).toBeVisible();
      await expect(again.getByText('Handed back')).toBeVisible();
    });
  });
}
