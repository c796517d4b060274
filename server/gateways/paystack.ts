import { isOwnPage, type PagePlace } from './pay-page-address.ts';
import type {
  BillAt,
  BillFound,
  PaymentGateway,
  PaymentPage,
  PaymentState,
  UnknownAnswer,
} from './payment-gateway.ts';
import { paystackReference } from './paystack-answers.ts';
import { bookingOf, makePaystackBill } from './paystack-bill.ts';
import { transactionAt } from './paystack-call.ts';
import { readPaystackNotice } from './paystack-notice.ts';
import { readPaystackStatement } from './paystack-statement.ts';

interface PaystackOptions {
  /** `https://api.paystack.co`, or wherever the same protocol is spoken. */
  readonly url: string;
  readonly secretKey: string;
  /** Gets the receipts of offenders without an address. */
  readonly email: string;
  readonly timeoutMs?: number;
  /** Domains besides Paystack's own that show its pay pages. */
  readonly pages?: readonly string[];
}

/** Paystack over HTTPS. Like us it counts in kobo; a bill has the reference that we gave it. */
export function createPaystack(options: PaystackOptions): PaymentGateway {
  const address = {
    ...options,
    timeoutMs: options.timeoutMs ?? 10_000,
    pages: ['paystack.com', ...(options.pages ?? [])],
  };

  async function paymentOf(billRef: string): Promise<PaymentState> {
    if (!isReference(billRef)) return notAReference;
    const looked = await transactionAt(address, billRef);
    if (looked.outcome !== 'transaction') return { outcome: 'unknown', reason: looked.reason };
    const { status, amount, currency, id } = looked.transaction;
    if (status !== 'success') return { outcome: 'pending' };
    if (currency !== 'NGN') {
      return unproven('The payment gateway says paid, but not in naira.');
    }
    if (amount === null) return unproven('The payment gateway says paid, but not how much.');
    return id === null
      ? unproven('The payment gateway says paid, but shows no receipt.')
      : { outcome: 'paid', amountKobo: amount, receipt: id };
  }

  async function findBill(billRef: string): Promise<BillFound> {
    if (!isReference(billRef)) return { outcome: 'none', reason: notAReference.reason };
    const looked = await transactionAt(address, billRef);
    if (looked.outcome !== 'transaction') return looked;
    const { amount, currency, status } = looked.transaction;
    return amount !== null && currency === 'NGN'
      ? {
          outcome: 'bill',
          amountKobo: amount,
          isPaid: status === 'success',
          bookingId: bookingOf(billRef),
          narration: '',
          items: [],
        }
      : { outcome: 'unknown', reason: 'The payment gateway shows no amount in naira.' };
  }

  return {
    name: 'Paystack',
    billsByHead: false,
    makeBill: (request) => makePaystackBill(address, request),
    paymentOf,
    findBill,
    paymentPage: (bill) => Promise.resolve(pageOf(bill, address)),
    readNotice: (body, headers) => readPaystackNotice(options.secretKey, body, headers),
    statement: (from, to) => readPaystackStatement(address, from, to),
    // Paystack takes notes only when the bill is made.
    attach: () =>
      Promise.resolve({ outcome: 'unknown', reason: 'This payment gateway keeps no later notes.' }),
    revenueHeads: () =>
      Promise.resolve({ outcome: 'unknown', reason: 'This payment gateway has no revenue heads.' }),
  };
}

/** Paystack tells the page only when the bill is made, so the booking holds it. */
function pageOf({ page }: BillAt, place: PagePlace): PaymentPage {
  if (page === null) {
    return { outcome: 'unknown', reason: "The payment gateway's page for this bill is not known." };
  }
  return isOwnPage(page, place)
    ? { outcome: 'page', url: page }
    : { outcome: 'unknown', reason: "The payment gateway's page has an unsafe address." };
}

function isReference(billRef: string): boolean {
  return paystackReference.safeParse(billRef).success;
}

const notAReference: UnknownAnswer = {
  outcome: 'unknown',
  reason: "The bill reference isn't one that was given to the payment gateway.",
};

function unproven(reason: string): PaymentState {
  return { outcome: 'unproven', reason };
}
