import { expect } from 'vitest';
import { listBookings } from '#contract/bookings.ts';
import { demoPassword } from '#contract/demo.ts';
import { listOffences } from '#contract/offences.ts';
import { checkBooking } from '#contract/payments.ts';
import { listPlaces } from '#contract/places.ts';
import { seedDemo } from '#server/demo/seed.ts';
import { signedIn } from '#tests/support/client.ts';
import { payOnline } from '#tests/support/journey.ts';
import { test } from '#tests/support/scene.ts';

test.beforeAll(({ app }) => seedDemo(app.db, new Date()));

test('an unpaid booking of the demo can really be paid', async ({ app }) => {
  const officer = await signedIn(app.url, 'operator@hanya.test', demoPassword);
  const unpaid = await officer.ok(listBookings, { query: { _boolpaid: 'false' } });
  const [booking] = unpaid.data;
  if (booking?.billRef == null) throw new Error('There is no unpaid booking with a bill.');
  expect(booking).toMatchObject({ zone: 'Zaria', demo: true });

  await payOnline(officer, booking.billRef);
  const check = await officer.ok(checkBooking, { params: { id: booking._id } });
  expect(check.data.paid).toBe(true);
});

test('a zonal head sees paid and completed bookings of the demo in the zone', async ({ app }) => {
  const head = await signedIn(app.url, 'zonal-head@hanya.test', demoPassword);
  for (const completed of ['true', 'false']) {
    const query = { _boolpaid: 'true', _boolcompleted: completed };
    const { data } = await head.ok(listBookings, { query });
    expect(data.length).toBeGreaterThan(3);
    for (const booking of data) expect(booking.zone).toBe('Zaria');
  }
});

test('the catalogue and the places are served to whoever is signed in', async ({ app }) => {
  const observer = await signedIn(app.url, 'observer@hanya.test', demoPassword);
  expect((await observer.ok(listOffences)).data).toHaveLength(112);
  expect((await observer.ok(listPlaces)).data).toHaveLength(37);
});
