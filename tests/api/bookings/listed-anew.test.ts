import { afterAll, beforeAll, expect, test } from 'vitest';
import { withdrawBooking, clearVehicle } from '#contract/booking-corrections.ts';
import { listBookings } from '#contract/bookings.ts';
import { bookingById } from '#server/features/bookings/queries.ts';
import { type Client, signedIn } from '#tests/support/client.ts';
import { makeAccount, markPaid } from '#tests/support/factories.ts';
import { storeBooking } from '#tests/support/raw-bookings.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let officer: Client;
let admin: Client;

beforeAll(async () => {
  app = await startTestApp();
  officer = await signedIn(app.url, (await makeAccount(app.db, 'booking officer')).email);
  admin = await signedIn(app.url, (await makeAccount(app.db, 'state admin')).email);
});
afterAll(() => app.stop());

test('a list tells what has become of a booking, also when it has shown it before', async () => {
  const seen = async (id: string) => {
    for (let time = 0; time < 2; time += 1) {
      const { data } = await admin.ok(listBookings, { query: { ids: id } });
      expect(data).toEqual([await bookingById(app.db, id)]);
    }
  };
  // Without jobs, which would make the bills at a moment of their own.
  const { id: officerId } = await makeAccount(app.db, 'booking officer');
  const made = await storeBooking(app.db, officerId);
  const other = await storeBooking(app.db, officerId);
  await seen(made);
  for (const id of [made, other])
    await app.owner
      .updateTable('bookings')
      .set({ bill_ref: `BILL-${id}`, bill_gateway: 'sandbox' })
      .where('id', '=', id)
      .execute();
  await seen(made);
  await markPaid(app.db, made);
  await seen(made);
  await officer.ok(clearVehicle, { params: { id: made }, body: { completed: true } });
  await seen(made);
  await seen(other);
  const reason = 'Booked twice';
  await admin.ok(withdrawBooking, { params: { id: other }, body: { reason } });
  await seen(other);
});
