import { z } from 'zod';
import { isOwnPage, type PagePlace } from './pay-page-address.ts';
import type { BillAnswer, BillRequest } from './payment-gateway.ts';
import { initialisedAnswer, paystackReference, saysDuplicate } from './paystack-answers.ts';
import { callPaystack, type PaystackAddress, transactionAt } from './paystack-call.ts';

/** References that one booking may use up before a person has to look. */
const referenceLimit = 9;

interface BillOptions extends PaystackAddress, PagePlace {
  /** Gets the receipts of offenders without an address. */
  readonly email: string;
}

/** The booking of a reference that we gave; null for any other. */
export const bookingOf = (reference: string): string | null =>
  /^H-([0-9A-HJKMNP-TV-Z]{26})(?:-[2-9])?$/.exec(reference)?.[1] ?? null;

/** The reference that we gave whose spelling key this is, such as one without its hyphens. */
export function referenceOfKey(key: string): string | null {
  const [, booking, attempt] = /^H([0-9A-HJKMNP-TV-Z]{26})([2-9])?$/.exec(key) ?? [];
  if (booking === undefined) return null;
  return `H-${booking}${attempt === undefined ? '' : `-${attempt}`}`;
}

/**
 * Initialises the transaction of a booking under a reference of our own: `H-<booking>`.
 * A lost answer does no harm. The page where a transaction is paid is told in that answer alone,
 * under a code that can't be guessed, and Paystack sends it to nobody: a page that nobody saw can't
 * be paid. So whatever becomes of the request, `mayExist` is false. Asking again uses the same
 * reference, which Paystack accepts once: either the first request never arrived, or Paystack
 * answers that the reference is a duplicate. Then the earlier transaction is looked up. If nobody
 * has touched it, it is abandoned, and `-2` to `-9` are tried in turn; otherwise somebody has its
 * page after all, and a person must look (`mayExist`: true).
 */
export async function makePaystackBill(
  options: BillOptions,
  request: BillRequest,
): Promise<BillAnswer> {
  // Shorter than the lease, after which another process may ask.
  const budget = AbortSignal.timeout(2 * options.timeoutMs);
  for (let attempt = 1; attempt <= referenceLimit; attempt += 1) {
    const reference = `H-${request.bookingId}${attempt === 1 ? '' : `-${attempt}`}`;
    if (!paystackReference.safeParse(reference).success)
      return refused('the reference of the bill');
    const said = await callPaystack(options, {
      path: '/transaction/initialize',
      body: initialiseBody(reference, request, options.email),
      answer: initialisedAnswer,
      budget,
    });
    if (said.outcome === 'answer') return made(said.data.data, reference, options);
    if (said.outcome === 'unknown') return again(said.reason);
    if (!saysDuplicate(said.said)) return { outcome: 'refused', reason: said.reason };
    const earlier = await transactionAt(options, reference, budget);
    if (earlier.outcome !== 'transaction') return again(earlier.reason);
    // Paystack's word for a transaction that nobody has completed.
    if (earlier.transaction.status !== 'abandoned') return inDoubt(reference);
  }
  return refused(`any of ${referenceLimit} references for this bill`);
}

function initialiseBody(reference: string, request: BillRequest, fallback: string) {
  return {
    reference,
    amount: request.items.reduce((sum, item) => sum + item.amountKobo, 0),
    currency: 'NGN',
    email: z.email().safeParse(request.email.trim()).data ?? fallback,
    metadata: {
      booking_id: request.bookingId,
      items: request.items.map(({ narration, amountKobo }) => ({ narration, kobo: amountKobo })),
    },
  };
}

function made(
  said: { readonly authorization_url: string; readonly reference: string },
  reference: string,
  place: PagePlace,
): BillAnswer {
  if (said.reference !== reference) {
    return again('The payment gateway’s answer is about a different transaction.');
  }
  return isOwnPage(said.authorization_url, place)
    ? { outcome: 'made', billRef: reference, page: said.authorization_url }
    : { outcome: 'refused', reason: 'The payment page has an unsafe address.' };
}

function again(reason: string): BillAnswer {
  return { outcome: 'unknown', reason, mayExist: false };
}

function inDoubt(reference: string): BillAnswer {
  const reason = `The payment gateway already has a transaction with the reference ${reference}, and somebody has used its payment page.`;
  return { outcome: 'unknown', reason, mayExist: true };
}

function refused(what: string): BillAnswer {
  return { outcome: 'refused', reason: `The payment gateway did not accept ${what}.` };
}
