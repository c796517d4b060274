import { afterAll, beforeAll, expect, test } from 'vitest';
import { clearVehicle } from '#contract/booking-corrections.ts';
import { readBooking } from '#contract/bookings.ts';
import { createBooking } from '#contract/new-bookings.ts';
import { checkBooking } from '#contract/payments.ts';
import { startPayment } from '#contract/payments.ts';
import { type Client, signedIn } from '#tests/support/client.ts';
import { aBooking, makeAccount } from '#tests/support/factories.ts';
import { billed, payAtGateway } from '#tests/support/journey.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let officer: Client;

beforeAll(async () => {
  app = await startTestApp();
  const account = await makeAccount(app.db, 'booking officer');
  officer = await signedIn(app.url, account.email);
});
afterAll(() => app.stop());

test('186, 187a, 262a, 262b, 268b: a booking is billed, paid at the gateway, confirmed by Check Status and cleared', async () => {
  const made = await officer.ok(createBooking, { body: aBooking() });
  expect(made.data).toMatchObject({ price: 12_000, paid: false, completed: false });

  const { _id, billRef } = await billed(officer, made.data._id);
  const early = await officer.ok(checkBooking, { params: { id: _id } });
  expect(early.data.paid).toBe(false);

  const { url } = await officer.ok(startPayment, { body: { billRef } });
  await payAtGateway(url);
  const check = await officer.ok(checkBooking, { params: { id: _id } });
  expect(check.data).toMatchObject({ paid: true, completed: false });

  const cleared = await officer.ok(clearVehicle, {
    params: { id: _id },
    body: { completed: true },
  });
  expect(cleared.data).toMatchObject({ paid: true, completed: true });
  expect((await officer.ok(readBooking, { params: { id: _id } })).data).toEqual(cleared.data);
});

test('261b: the answer to a new booking is what reading it answers', async () => {
  const body = aBooking({
    dob: '1990-04-21',
    position: { lat: 10.5236, lng: 7.4389, accuracy: 12.5 },
    confiscations: ['Vehicle Keys'],
    // Counted by the day, so that it may stand there twice.
    offence: [{ id: 'LGC-05' }, { id: 'SCC-01' }, { id: 'SCC-01' }],
  });
  const made = await officer.ok(createBooking, { body });
  const read = await officer.ok(readBooking, { params: { id: made.data._id } });
  // The bill may have been made meanwhile.
  expect({ ...read.data, billRef: null }).toEqual(made.data);
});
