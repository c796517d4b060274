import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBooking } from '#contract/bookings.ts';
import { bookedWithBill, payOnline } from '#tests/support/journey.ts';
import { type Client, signedIn } from '../support/client.ts';
import { makeAccount } from '../support/factories.ts';
import { until } from '../support/journey.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

let app: TestApp;
let officer: Client;

beforeAll(async () => {
  app = await startTestApp({ SANDBOX_NOTICES: 'on' });
  officer = await signedIn(app.url, (await makeAccount(app.db, 'booking officer')).email);
});
afterAll(() => app.stop());

test('what is paid on the sandbox’s page is known here without anybody asking', async () => {
  app.faults.noticesTwice = true;
  const { _id, billRef } = await bookedWithBill(officer);
  await payOnline(officer, billRef);
  await until('the booking is paid', async () => {
    const { data } = await officer.ok(readBooking, { params: { id: _id } });
    return data.paid;
  });
  const payments = await app.db
    .selectFrom('payments')
    .select('bill_ref')
    .where('booking_id', '=', _id)
    .execute();
  expect(payments).toEqual([{ bill_ref: billRef }]);
});
