import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { BillRequest } from '#server/gateways/payment-gateway.ts';
import { createPaystack } from '#server/gateways/paystack.ts';
import { type PaystackServer, secretKey, startPaystack } from './paystack-server.ts';

const bookingId = '01KAX3M5Q8Z1N7W2V4T6R9P0BC';
const first = `H-${bookingId}`;
const email = 'receipts@traffic.example';
const request: BillRequest = {
  bookingId,
  name: 'Musa Bello',
  phone: '',
  address: '',
  email: 'musa@mail.example',
  items: [
    { amountKobo: 500_000, mdasId: null, narration: 'No licence' },
    { amountKobo: 700_050, mdasId: null, narration: 'No plate' },
  ],
};

let paystack: PaystackServer;
const gateway = (timeoutMs = 5_000) =>
  createPaystack({ url: paystack.url, secretKey, email, timeoutMs });

beforeEach(async () => {
  paystack = await startPaystack();
});
afterEach(() => paystack.close());

describe('a bill', () => {
  test('is a transaction in kobo under our own reference, with a page to pay it', async () => {
    const made = await gateway().makeBill(request);
    if (made.outcome !== 'made') throw new Error(made.reason);
    const [kept] = paystack.transactions;
    expect(kept).toMatchObject({
      reference: first,
      amount: 1_200_050,
      currency: 'NGN',
      email: 'musa@mail.example',
      metadata: {
        booking_id: bookingId,
        items: [
          { narration: 'No licence', kobo: 500_000 },
          { narration: 'No plate', kobo: 700_050 },
        ],
      },
    });
    expect(made.billRef).toBe(first);
    expect(made.page).toBe(`${paystack.url}/pay/${kept?.access_code ?? ''}`);
    expect(await gateway().paymentPage(made)).toEqual({ outcome: 'page', url: made.page });
  });

  test.each(['', 'not an address'])(
    'of an offender whose address is "%s" sends its receipt to the configured one',
    async (given) => {
      await gateway().makeBill({ ...request, email: given });
      expect(paystack.transactions[0]?.email).toBe(email);
    },
  );

  test('whose answer was lost is asked for again under the next reference', async () => {
    paystack.trouble.status = 502;
    expect(await gateway().makeBill(request)).toEqual({
      outcome: 'unknown',
      reason: 'The payment gateway answered with an error (502).',
      mayExist: false,
    });
    delete paystack.trouble.status;
    expect(await gateway().makeBill(request)).toMatchObject({
      outcome: 'made',
      billRef: `${first}-2`,
    });
    expect(paystack.transactions.map(({ reference }) => reference)).toEqual([first, `${first}-2`]);
  });

  test('that takes too long surely harms nobody', async () => {
    paystack.trouble.lateMs = 400;
    expect(await gateway(50).makeBill(request)).toEqual({
      outcome: 'unknown',
      reason: 'The payment gateway did not answer in time.',
      mayExist: false,
    });
  });

  test('is refused, for a person to look at, once nine references are used up', async () => {
    for (let asked = 1; asked <= 9; asked += 1) await gateway().makeBill(request);
    expect(await gateway().makeBill(request)).toEqual({
      outcome: 'refused',
      reason: 'The payment gateway did not accept any of 9 references for this bill.',
    });
    expect(paystack.transactions.at(-1)?.reference).toBe(`${first}-9`);
    expect(paystack.transactions).toHaveLength(9);
  });

  test.each(['success', 'failed', 'ongoing', 'pending', 'reversed'])(
    'is in doubt when an earlier transaction of the booking is %s: its page was seen',
    async (status) => {
      await gateway().makeBill(request);
      paystack.pay(first, { status });
      expect(await gateway().makeBill(request)).toMatchObject({
        outcome: 'unknown',
        mayExist: true,
      });
      expect(paystack.transactions).toHaveLength(1);
    },
  );

  test('of nothing, or for another key, is not made', async () => {
    expect((await gateway().makeBill({ ...request, items: [] })).outcome).toBe('refused');
    const stranger = createPaystack({ url: paystack.url, secretKey: 'sk_test_other', email });
    expect(await stranger.makeBill(request)).toEqual({
      outcome: 'unknown',
      reason: 'The payment gateway does not accept Hanya’s key.',
      mayExist: false,
    });
    expect(paystack.transactions).toHaveLength(0);
  });

  test('can be found by its reference, and no other', async () => {
    await gateway().makeBill(request);
    expect(await gateway().findBill(first)).toMatchObject({
      outcome: 'bill',
      amountKobo: 1_200_050,
      bookingId: request.bookingId,
      isPaid: false,
    });
    expect((await gateway().findBill(`${first}-2`)).outcome).toBe('none');
    expect((await gateway().findBill('../initialize')).outcome).toBe('none');
    paystack.trouble.status = 500;
    expect((await gateway().findBill(first)).outcome).toBe('unknown');
  });
});

describe('a payment', () => {
  beforeEach(() => gateway().makeBill(request));

  test('is pending until it is a success, and then has the transaction as its receipt', async () => {
    expect(await gateway().paymentOf(first)).toEqual({ outcome: 'pending' });
    paystack.pay(first);
    expect(await gateway().paymentOf(first)).toEqual({
      outcome: 'paid',
      amountKobo: 1_200_050,
      receipt: '4099260516',
    });
  });

  test.each(['failed', 'ongoing', 'pending', 'processing', 'queued', 'reversed', 'Success', ''])(
    'that is "%s" is pending',
    async (status) => {
      paystack.pay(first, { status });
      expect(await gateway().paymentOf(first)).toEqual({ outcome: 'pending' });
    },
  );

  test('of a transaction that nobody made, or of none, is unknown', async () => {
    expect((await gateway().paymentOf(`${first}-2`)).outcome).toBe('unknown');
    expect((await gateway().paymentOf('a/b?c')).outcome).toBe('unknown');
    paystack.trouble.status = 404;
    expect((await gateway().paymentOf(first)).outcome).toBe('unknown');
  });
});
