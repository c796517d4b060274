import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { BillRequest } from '#server/gateways/payment-gateway.ts';
import { createPaystack } from '#server/gateways/paystack.ts';
import { type PaystackServer, secretKey, signed, startPaystack } from './paystack-server.ts';

const bookingId = '01KAX3M5Q8Z1N7W2V4T6R9P0BC';
const first = `H-${bookingId}`;
const request: BillRequest = {
  bookingId,
  name: 'Musa Bello',
  phone: '',
  address: '',
  email: '',
  items: [{ amountKobo: 1_200_050, mdasId: null, narration: 'No licence' }],
};

let paystack: PaystackServer;
const gateway = () =>
  createPaystack({ url: paystack.url, secretKey, email: 'receipts@traffic.example' });

beforeEach(async () => {
  paystack = await startPaystack();
});
afterEach(() => paystack.close());

describe('a notice', () => {
  beforeEach(() => gateway().makeBill(request));

  test('of a payment tells which transaction to ask about', () => {
    const { body, headers } = paystack.pay(first);
    expect(gateway().readNotice(body, headers)).toEqual({
      outcome: 'notice',
      event: '4099260516',
      billRef: first,
    });
    const bare = signed({ event: 'charge.success', data: { reference: first } });
    const event: unknown = expect.stringMatching(/^[0-9a-f]{64}$/);
    expect(gateway().readNotice(bare.body, bare.headers)).toMatchObject({ event });
  });

  test.each([
    ['another event', { event: 'transfer.success', data: { reference: first } }],
    ['no reference', { event: 'charge.success', data: {} }],
    ['a hostile reference', { event: 'charge.success', data: { reference: '../x' } }],
    ['no JSON', 'charge.success'],
  ])('with %s is left aside', (_what, content) => {
    const { body, headers } = signed(content);
    expect(gateway().readNotice(body, headers)).toEqual({ outcome: 'ignored' });
  });

  test('that our key did not sign over these bytes is forged', () => {
    const { body, headers } = paystack.pay(first);
    const forged = { outcome: 'forged' };
    const other = signed(body.toString(), 'sk_test_other');
    expect(gateway().readNotice(other.body, other.headers)).toEqual(forged);
    expect(gateway().readNotice(Buffer.concat([body, Buffer.from(' ')]), headers)).toEqual(forged);
    expect(gateway().readNotice(body, {})).toEqual(forged);
    const { 'x-paystack-signature': signature } = headers;
    const twice = { 'x-paystack-signature': [signature, signature] };
    expect(gateway().readNotice(body, twice)).toEqual(forged);
  });
});

describe('the statement', () => {
  const from = new Date('2026-11-20T23:00:00.000Z');
  const to = new Date('2026-11-21T23:00:00.000Z');
  const created_at = '2026-11-15T08:00:00.000Z';

  async function taken(count: number, changes: (index: number) => Record<string, unknown>) {
    for (let index = 0; index < count; index += 1) {
      await gateway().makeBill({ ...request, bookingId: `B${index}` });
      paystack.pay(`H-B${index}`, { created_at, paid_at: from.toISOString(), ...changes(index) });
    }
  }

  test.each([100, 2])(
    'holds what was paid in the span, over as many pages of at most %i as there are',
    async (perPage) => {
      paystack.trouble.perPage = perPage;
      const before = new Date(from.getTime() - 1).toISOString();
      const moments = [before, '2026-11-21T22:59:59.999Z', to.toISOString(), from.toISOString()];
      await taken(5, (index) => ({ paid_at: moments[index] ?? '2026-11-21T10:00:00.000Z' }));
      await gateway().makeBill(request);
      const said = await gateway().statement(from, to);
      if (said.outcome !== 'statement') throw new Error(said.outcome);
      expect(said.lines.map(({ billRef }) => billRef)).toEqual(['H-B3', 'H-B4', 'H-B1']);
      expect(said.lines[0]).toEqual({
        billRef: 'H-B3',
        receipt: '4099260519',
        amountKobo: 1_200_050,
        paidAt: from,
      });
    },
  );

  test('leaves out other currencies, and is unknown when a row can’t be read', async () => {
    await taken(2, (index) => ({ currency: index === 0 ? 'USD' : 'NGN' }));
    const said = await gateway().statement(from, to);
    expect(said).toMatchObject({ outcome: 'statement', lines: [{ billRef: 'H-B1' }] });
    paystack.pay('H-B1', { created_at, paid_at: null });
    expect((await gateway().statement(from, to)).outcome).toBe('unknown');
    paystack.trouble.status = 500;
    expect((await gateway().statement(from, to)).outcome).toBe('unknown');
  });
});
