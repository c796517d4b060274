import { createHmac } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { describe, expect, test } from 'vitest';
import { createPayKaduna } from '#server/gateways/paykaduna.ts';
import type { PaymentGateway } from '#server/gateways/payment-gateway.ts';
import { against as answeredBy, garbage, saying } from './hostile-server.ts';

const billRef = '421077360915';
const apiKey = 'a-key-to-keep-secret';
const item = { amountKobo: 500_000, mdasId: 1, narration: 'LGC-01' };
const request = {
  bookingId: 'B1',
  name: 'Musa Bello',
  phone: '',
  address: '',
  email: '',
  items: [item],
};
const bill = { billReference: billRef, payStatus: 'Unpaid', receipt: '-' };
const paid = { billReference: billRef, payStatus: 'Fully Paid', receipt: '00000152' };

/** Runs against a plain server that answers as told. */
const against = <T>(answer: RequestListener, ask: (gateway: PaymentGateway) => Promise<T>) =>
  answeredBy(answer, (url) =>
    ask(createPayKaduna({ url, apiKey, engineCode: 'HANYA', timeoutMs: 2000 })),
  );

const unfit: [string, RequestListener][] = [
  ...garbage([{ bill: 7, billItems: 'x', invoiceUrl: 7, data: {} }]),
  ['a hostile reference', saying({ bill: { ...bill, billReference: '../x' }, billItems: [] })],
];

describe.each(unfit)('a gateway that answers %s', (_what, answer) => {
  test('leaves everything unknown, in a sentence that names no key', async () => {
    const answers = await against(answer, (gateway) =>
      Promise.all([
        gateway.makeBill(request),
        gateway.paymentOf(billRef),
        gateway.paymentPage({ billRef, page: null }),
        gateway.revenueHeads(),
      ]),
    );
    for (const said of answers) {
      expect(said.outcome).toBe('unknown');
      expect(JSON.stringify(said)).not.toContain(apiKey);
    }
  });
});

describe('a bill', () => {
  test('made over another amount is refused', async () => {
    const answer = saying({ bill, billItems: [{ amount: 4999.99 }] });
    expect(await against(answer, (gateway) => gateway.makeBill(request))).toMatchObject({
      outcome: 'refused',
    });
  });

  test('with failed items is refused, whatever else the answer holds', async () => {
    const answer = saying({ bill: null, failedBillItems: [{ mdasId: 1 }] });
    expect(await against(answer, (gateway) => gateway.makeBill(request))).toMatchObject({
      outcome: 'refused',
    });
  });

  test('with an item without a revenue head is refused before anybody is asked', async () => {
    const items = [{ ...item, mdasId: null }];
    const ask = (gateway: PaymentGateway) => gateway.makeBill({ ...request, items });
    expect((await against(saying(''), ask)).outcome).toBe('refused');
  });

  test('that never left this machine cannot exist', async () => {
    const gateway = await against(saying(''), (open) => Promise.resolve(open));
    expect(await gateway.makeBill(request)).toMatchObject({ outcome: 'unknown', mayExist: false });
  });

  test('is signed over the exact bytes that are sent, with every required field filled', async () => {
    const seen: { body?: unknown; path?: string | undefined; signed?: boolean } = {};
    await against(
      (incoming, response) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('end', () => {
          const bytes = Buffer.concat(chunks);
          const signature = createHmac('sha256', apiKey).update(bytes).digest('base64');
          seen.signed = incoming.headers['x-api-signature'] === signature;
          seen.body = JSON.parse(bytes.toString('utf8'));
          seen.path = incoming.url;
          response.end(JSON.stringify({ bill, billItems: [{ amount: 5000 }] }));
        });
      },
      (gateway) => gateway.makeBill(request),
    );
    expect(seen).toEqual({
      signed: true,
      path: '/api/ESBills/CreateESBill',
      body: {
        engineCode: 'HANYA',
        identifier: 'B1',
        firstName: 'Musa',
        middleName: '-',
        lastName: 'Bello',
        telephone: '-',
        address: '-',
        esBillDetailsDto: [{ amount: 5000, mdasId: 1, narration: 'LGC-01' }],
      },
    });
  });
});

describe('a payment', () => {
  const stateOf = (answer: unknown) =>
    against(saying(answer), (gateway) => gateway.paymentOf(billRef));

  test('is paid only as "Fully Paid", with amount and receipt', async () => {
    const items = [{ amount: 5000.1 }, { amount: '7000.20' }];
    expect(await stateOf({ bill: paid, billItems: items })).toEqual({
      outcome: 'paid',
      amountKobo: 1_200_030,
      receipt: '00000152',
    });
  });

  test.each(['Unpaid', 'Partially Paid', 'fully paid', 'Paid', ''])(
    'of the status "%s" is pending',
    async (payStatus) => {
      const state = await stateOf({ bill: { ...paid, payStatus }, billItems: [{ amount: 5000 }] });
      expect(state).toEqual({ outcome: 'pending' });
    },
  );

  test.each([
    ['no items', { bill: paid }],
    ['no item', { bill: paid, billItems: [] }],
    ['an item without amount', { bill: paid, billItems: [{ amount: 5000 }, {}] }],
    ['an unreadable amount', { bill: paid, billItems: [{ amount: '5,000' }] }],
    ['an amount below nothing', { bill: paid, billItems: [{ amount: -5000 }] }],
    ['no receipt', { bill: { ...paid, receipt: '-' }, billItems: [{ amount: 5000 }] }],
  ])('said to be paid with %s is unproven, not paid', async (_what, answer) => {
    expect((await stateOf(answer)).outcome).toBe('unproven');
  });

  test('of another bill says nothing about this one', async () => {
    const other = { ...paid, billReference: '999999999999' };
    const state = await stateOf({ bill: other, billItems: [{ amount: 5000 }] });
    expect(state.outcome).toBe('unknown');
  });

  test('is not asked for with a reference that no gateway gave', async () => {
    const ask = (gateway: PaymentGateway) => gateway.paymentOf('1&engineCode=x');
    expect((await against(saying({ bill: paid }), ask)).outcome).toBe('unknown');
  });
});

test.each(['http://pay.example.test/1', 'javascript:alert(1)', 'ftp://127.0.0.1/x'])(
  'a payment page at %s is never opened',
  async (invoiceUrl) => {
    const answer = saying({ invoiceUrl });
    const page = await against(answer, (gateway) => gateway.paymentPage({ billRef, page: null }));
    expect(page.outcome).toBe('unknown');
  },
);

test('revenue heads that fit are kept when others do not', async () => {
  const data = [{ revenue_code: 12020501, mdasId: '41' }, { revenue_code: 'x' }, null];
  expect(await against(saying({ data }), (gateway) => gateway.revenueHeads())).toEqual({
    outcome: 'heads',
    heads: [{ revenue_code: '12020501', mdasId: 41 }],
  });
});
