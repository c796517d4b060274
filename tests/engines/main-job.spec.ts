import { demoPassword } from '#contract/demo.ts';
import { bookingsOf, ledgerOf, stopSweeps } from '../e2e/support/ledger.ts';
import { fillBooking } from './support/booking.ts';
import { expect, test } from './support/test.ts';

test('an officer signs in, books, has the driver pay and clears the vehicle', async ({
  person,
  server,
}) => {
  await stopSweeps(server);
  await person.open(`${server.url}/`);
  await person.reaches('/signin');
  await person.fill('Email', 'booking-officer@hanya.test');
  await person.fill('Password', demoPassword);
  await person.press('Login');
  await person.role('heading', 'Base');

  const form = await fillBooking(person, { name: 'Hauwa Bello', registration: 'KTN-482AB' });
  await person.sees(/₦2,000/, form);
  await person.press('Submit', form);
  await person.reaches('/unpaid');
  await person.press('Open KTN-482AB');
  await person.find(['text', 'Bill reference']);
  const [id = ''] = await bookingsOf(server, 'KTN-482AB');
  await person.inNewWindow(
    () => person.press('Pay Bill'),
    async () => {
      await person.press(/^Pay ₦/);
      await person.role('heading', 'Paid');
    },
  );
  await person.press('Check Status');
  await person.sees('Payment Completed!');
  expect(await ledgerOf(server, id)).toMatchObject({ paid: true, completed: false, payments: 1 });

  await person.press('Clear Vehicle');
  await person.press('Clear Vehicle', await person.role('dialog', 'Clear KTN-482AB?'));
  await person.sees('Vehicle Cleared successfully!');
  await person.reaches('/completed');
  await person.role('row', /KTN-482AB/);
  expect(await ledgerOf(server, id)).toMatchObject({ paid: true, completed: true, payments: 1 });
});
