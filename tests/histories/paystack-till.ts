import { noticePayment } from '#contract/notices.ts';
import { signed, startPaystack } from '#tests/gateways/paystack-server.ts';
import { secretKey } from '#tests/gateways/paystack-server.ts';
import type { Till } from './till.ts';

/** Paystack's stand-in: a reference is paid once, in whatever currency; it is never late. */
export async function openPaystack(): Promise<Till> {
  const paystack = await startPaystack();
  const find = (billRef: string) =>
    paystack.transactions.find(({ reference }) => reference === billRef);
  return {
    env: {
      PAYSTACK_URL: paystack.url,
      PAYSTACK_SECRET_KEY: secretKey,
      PAYSTACK_EMAIL: 'receipts@traffic.example',
    },
    noticePath: noticePayment.path.replace(':gateway', 'paystack'),
    pay(billRef, offBy, currency) {
      const bill = find(billRef);
      if (bill && bill.status !== 'success') {
        paystack.pay(billRef, { amount: bill.amount + offBy });
        Object.assign(bill, { currency });
      }
      return Promise.resolve();
    },
    payAgain: () => Promise.resolve(),
    taken(billRef) {
      const bill = find(billRef);
      if (bill?.status !== 'success') return Promise.resolve(null);
      const { amount: amountKobo, currency, id } = bill;
      return Promise.resolve({ amountKobo, currency, receipt: String(id) });
    },
    beLate: () => undefined,
    notice(reference, key = secretKey) {
      const bill = find(reference);
      const paid = bill?.status === 'success' ? { id: bill.id } : {};
      const { body, headers } = signed(
        { event: 'charge.success', data: { reference, ...paid } },
        key,
      );
      return Promise.resolve({ body: body.toString('utf8'), headers });
    },
    close() {
      paystack.close();
      return Promise.resolve();
    },
  };
}
