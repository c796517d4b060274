import type { RequestListener } from 'node:http';
import { describe, expect, test } from 'vitest';
import type { PaymentGateway } from '#server/gateways/payment-gateway.ts';
import { createPaystack } from '#server/gateways/paystack.ts';
import { against as answeredBy, garbage, saying } from './hostile-server.ts';

const secretKey = 'sk_test_a_key_to_keep_secret';
const billRef = 'H-B1';
const request = {
  bookingId: 'B1',
  name: 'Musa Bello',
  phone: '',
  address: '',
  email: '',
  items: [{ amountKobo: 500_000, mdasId: null, narration: 'No licence' }],
};
const [from, to] = [new Date('2026-11-20T23:00:00Z'), new Date('2026-11-21T23:00:00Z')];
const paid = { id: 7, status: 'success', reference: billRef, amount: 500_000, currency: 'NGN' };

/** Runs against a plain server that answers as told. */
const against = <T>(answer: RequestListener, ask: (gateway: PaymentGateway) => Promise<T>) =>
  answeredBy(answer, (url) =>
    ask(createPaystack({ url, secretKey, email: 'receipts@traffic.example', timeoutMs: 2000 })),
  );

const unfit = [
  ...garbage([
    { status: true, data: 7 },
    { status: true, data: { authorization_url: 7, reference: 7, status: 7 } },
    { status: true, data: [{ ...paid, paid_at: 'yesterday' }] },
    { status: false, data: { ...paid, authorization_url: 'https://pay.example' } },
  ]),
  ['an echo of our key', saying({ message: secretKey }, 500)] as const,
  ['too many requests', saying({}, 429)] as const,
];

describe.each(unfit)('a Paystack that answers %s', (_what, answer) => {
  test('leaves everything unknown, in a sentence that names no key', async () => {
    const answers = await against(answer, (gateway) =>
      Promise.all([
        gateway.makeBill(request),
        gateway.paymentOf(billRef),
        gateway.findBill(billRef),
        gateway.statement(from, to),
      ]),
    );
    for (const said of answers) {
      expect(said.outcome).toBe('unknown');
      expect(JSON.stringify(said)).not.toContain(secretKey);
    }
    expect(answers[0]).toMatchObject({ mayExist: false });
  });
});

describe('a payment', () => {
  const stateOf = (data: unknown) =>
    against(saying({ status: true, data }), (gateway) => gateway.paymentOf(billRef));

  test.each([
    ['another currency', { ...paid, currency: 'USD' }],
    ['no currency', { ...paid, currency: undefined }],
    ['no amount', { ...paid, amount: undefined }],
    ['an amount in text', { ...paid, amount: '500000' }],
    ['an amount with a part of a kobo', { ...paid, amount: 500_000.5 }],
    ['an amount below nothing', { ...paid, amount: -500_000 }],
    ['no number of its own', { ...paid, id: undefined }],
  ])('said to be a success with %s is unproven, not paid', async (_what, data) => {
    expect((await stateOf(data)).outcome).toBe('unproven');
  });

  test('under another reference says nothing about this one', async () => {
    expect((await stateOf({ ...paid, reference: 'H-B2' })).outcome).toBe('unknown');
  });
});

describe('a page to pay', () => {
  test.each(['http://pay.example/1', 'javascript:alert(1)', 'ftp://127.0.0.1/x', 'nowhere'])(
    'at %s is never handed out',
    async (page) => {
      const data = { authorization_url: page, reference: billRef };
      const answer = saying({ status: true, data });
      expect(await against(answer, (gateway) => gateway.makeBill(request))).toMatchObject({
        outcome: 'refused',
      });
      const result = await against(answer, (gateway) => gateway.paymentPage({ billRef, page }));
      expect(result.outcome).toBe('unknown');
    },
  );

  test('for another transaction than the one asked for is not taken for ours', async () => {
    const data = { authorization_url: 'https://pay.example/1', reference: 'H-B2' };
    const answer = saying({ status: true, data });
    expect((await against(answer, (gateway) => gateway.makeBill(request))).outcome).toBe('unknown');
  });

  test('that was never told is not known', async () => {
    const ask = (gateway: PaymentGateway) => gateway.paymentPage({ billRef, page: null });
    expect((await against(saying(''), ask)).outcome).toBe('unknown');
  });
});

test('a gateway that calls every reference a duplicate is asked again another day', async () => {
  const duplicate = { status: false, message: 'Duplicate Transaction Reference' };
  const said = await against(saying(duplicate, 400), (gateway) => gateway.makeBill(request));
  expect(said).toMatchObject({ outcome: 'unknown', mayExist: false });
});

test('a statement that repeats one page for ever ends without an answer', async () => {
  let asked = 0;
  const row = { ...paid, paid_at: '2026-11-21T08:00:00Z' };
  const answer = saying({ status: true, data: [row], meta: { total: 2 } });
  const said = await against(
    (incoming, outgoing) => {
      asked += 1;
      answer(incoming, outgoing);
    },
    (gateway) => gateway.statement(from, to),
  );
  expect(said.outcome).toBe('unknown');
  expect(asked).toBeLessThan(10);
});
