import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBooking } from '#contract/bookings.ts';
import { checkBooking } from '#contract/payments.ts';
import { startPayment } from '#contract/payments.ts';
import { type Client, signedIn } from '../support/client.ts';
import { makeAccount } from '../support/factories.ts';
import { billed, booked, until } from '../support/journey.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { type PaystackServer, secretKey, startPaystack } from './paystack-server.ts';

let paystack: PaystackServer;
let app: TestApp;
let officer: Client;

beforeAll(async () => {
  paystack = await startPaystack();
  app = await startTestApp({
    PAYSTACK_URL: paystack.url,
    PAYSTACK_SECRET_KEY: secretKey,
    PAYSTACK_EMAIL: 'receipts@traffic.example',
    PAYMENT_GATEWAYS: 'Kaduna=paystack',
  });
  officer = await signedIn(app.url, (await makeAccount(app.db, 'booking officer')).email);
});
afterAll(async () => {
  await app.stop();
  paystack.close();
});

test('an organisation that Paystack serves has its bill there, and is paid by its notice', async () => {
  const { _id, billRef, price } = await billed(officer, (await booked(officer))._id);
  expect(billRef).toBe(`H-${_id}`);
  const [transaction] = paystack.transactions;
  expect(transaction).toMatchObject({ reference: billRef, amount: price * 100 });

  const { url } = await officer.ok(startPayment, { body: { billRef } });
  expect(url).toBe(`${paystack.url}/pay/${transaction?.access_code ?? ''}`);
  const early = await officer.ok(checkBooking, { params: { id: _id } });
  expect(early.data.paid).toBe(false);

  const { body, headers } = paystack.pay(billRef);
  const told = await fetch(`${app.url}/api/v1/payment/notice/paystack`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: new Uint8Array(body),
  });
  expect(told.status).toBe(200);
  await until('the booking is paid', async () => {
    const { data } = await officer.ok(readBooking, { params: { id: _id } });
    return data.paid;
  });
  const payments = await app.db
    .selectFrom('payments')
    .select(['gateway', 'receipt', 'amount_kobo'])
    .where('booking_id', '=', _id)
    .execute();
  expect(payments).toEqual([
    { gateway: 'Paystack', receipt: String(transaction?.id), amount_kobo: price * 100 },
  ]);
});
