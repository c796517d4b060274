import { z } from 'zod';
import { dayMs } from '#server/time.ts';
import { bodyEvent, isSignedNotice, noticeJson } from './notice-signature.ts';
import { isOwnPage, type PagePlace } from './pay-page-address.ts';
import type {
  BillAt,
  BillFound,
  Notice,
  NoticeHeaders,
  PaymentGateway,
  PaymentPage,
  PaymentState,
  Statement,
  StatementLine,
  UnknownAnswer,
} from './payment-gateway.ts';
import { paystackReference, transactionsAnswer } from './paystack-answers.ts';
import { bookingOf, makePaystackBill } from './paystack-bill.ts';
import { callPaystack, type PaystackAddress, transactionAt } from './paystack-call.ts';

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
      return unproven('The payment gateway says that the bill is paid, but not in naira.');
    }
    if (amount === null)
      return unproven('The payment gateway says that the bill is paid, but not how much.');
    return id === null
      ? unproven('The payment gateway says that the bill is paid, but does not show a receipt.')
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
      : { outcome: 'unknown', reason: 'The payment gateway does not show an amount in naira.' };
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
      Promise.resolve({
        outcome: 'unknown',
        reason: 'This payment gateway does not store notes that are added later.',
      }),
    revenueHeads: () =>
      Promise.resolve({ outcome: 'unknown', reason: 'This payment gateway has no revenue heads.' }),
  };
}

/** Paystack tells the page only when the bill is made, so the booking holds it. */
function pageOf({ page }: BillAt, place: PagePlace): PaymentPage {
  if (page === null) {
    return { outcome: 'unknown', reason: 'Hanya does not know the payment page for this bill.' };
  }
  return isOwnPage(page, place)
    ? { outcome: 'page', url: page }
    : { outcome: 'unknown', reason: 'The payment page has an unsafe address.' };
}

function isReference(billRef: string): boolean {
  return paystackReference.safeParse(billRef).success;
}

const notAReference: UnknownAnswer = {
  outcome: 'unknown',
  reason: 'Hanya never gave this bill reference to the payment gateway.',
};

function unproven(reason: string): PaymentState {
  return { outcome: 'unproven', reason };
}

const noticeHeader = 'x-paystack-signature';

const chargeSuccess = z.object({
  event: z.literal('charge.success'),
  data: z.object({
    reference: paystackReference,
    id: z.union([z.number().int(), z.string().min(1).max(64)]).optional(),
  }),
});

/** Reads a notice of Paystack, signed with our secret key; only successful payments concern us. */
function readPaystackNotice(secretKey: string, body: Buffer, headers: NoticeHeaders): Notice {
  if (!isSignedNotice([secretKey], body, headers[noticeHeader])) return { outcome: 'forged' };
  const said = chargeSuccess.safeParse(noticeJson(body)).data;
  if (!said) return { outcome: 'ignored' };
  const { id, reference } = said.data;
  return {
    outcome: 'notice',
    event: id === undefined ? bodyEvent(body) : String(id),
    billRef: reference,
  };
}

const perPage = 100;
const pageLimit = 500;
const budgetMs = 120_000;

/**
 * Milliseconds. Paystack lists transactions by the moment they were initialised, and a page may be
 * paid long after that. A payment later than this is missing here and appears as a difference.
 */
const payableForMs = 30 * dayMs;

/** All naira that Paystack took from one moment up to another; other currencies are not ours. */
async function readPaystackStatement(
  address: PaystackAddress,
  from: Date,
  to: Date,
): Promise<Statement> {
  const budget = AbortSignal.timeout(budgetMs);
  // New rows push others to the next page, where they appear again: each counts once.
  const rows = new Map<string, StatementLine | null>();
  for (let page = 1; page <= pageLimit; page += 1) {
    const query = new URLSearchParams({
      status: 'success',
      perPage: String(perPage),
      page: String(page),
      from: new Date(from.getTime() - payableForMs).toISOString(),
      to: to.toISOString(),
    });
    const said = await callPaystack(address, {
      path: `/transaction?${query.toString()}`,
      answer: transactionsAnswer,
      budget,
    });
    if (said.outcome !== 'answer') return { outcome: 'unknown', reason: said.reason };
    const { data, meta } = said.data;
    const before = rows.size;
    for (const row of data) rows.set(row.id, row.money ? lineOf(row) : null);
    if (data.length === 0 || rows.size >= (meta?.total ?? Infinity)) {
      return { outcome: 'statement', lines: within([...rows.values()], from, to) };
    }
    if (rows.size === before) {
      return {
        outcome: 'unknown',
        reason: 'The payment gateway’s statement repeats the same transactions.',
      };
    }
  }
  return { outcome: 'unknown', reason: "The payment gateway's statement is too long to read." };
}

function lineOf(row: {
  readonly id: string;
  readonly reference: string;
  readonly amount: number;
  readonly paid_at: Date;
}): StatementLine {
  return {
    billRef: row.reference,
    receipt: row.id,
    amountKobo: row.amount,
    paidAt: row.paid_at,
  };
}

function within(lines: readonly (StatementLine | null)[], from: Date, to: Date): StatementLine[] {
  return lines
    .filter((line) => line !== null)
    .filter(({ paidAt }) => paidAt >= from && paidAt < to)
    .sort((a, b) => a.paidAt.getTime() - b.paidAt.getTime());
}
