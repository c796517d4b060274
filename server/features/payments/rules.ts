import { isDeepStrictEqual } from 'node:util';
import type { FoundBill, PaymentState } from '#server/gateways/payment-gateway.ts';
import { Refusal } from '#server/http/refusal.ts';
import { nairaOfKobo } from '#server/money.ts';
import { bookingReference } from '#server/references.ts';

export const gatewaySilent = new Refusal(
  503,
  'gateway_unavailable',
  'The payment gateway is not responding. Try again in a minute.',
);

export const alreadyPaid = new Refusal(409, 'already_paid', 'This bill is already paid.');

export const nothingDue = new Refusal(
  409,
  'withdrawn',
  'This booking was withdrawn, so nothing is due on it.',
);

/**
 * The reason why a booking has no bill while no gateway serves its organisation; it is found by
 * this.
 */
export const withoutGateway = 'No payment gateway is set up.';

export const forged = new Refusal(401, 'forged', 'This notice is not signed with Hanya’s key.');

/** An offence on a bill: the payer reads it, and it names the booking. */
export const narrationOf = (offence: string, bookingId: string): string =>
  `${offence} (${bookingReference(bookingId)})`;

/** A booking as its bill must show it. Amounts are kobo; `lines` are those with an amount. */
export interface Billed {
  readonly id: string;
  readonly priceKobo: number;
  readonly lines: readonly {
    readonly code: string;
    readonly name: string;
    readonly amountKobo: number;
  }[];
}

/**
 * The reason why a bill that a person found can't be the booking's; undefined when it can. One that
 * names our booking or its ticket must name this one. Any other must be for the same revenue heads
 * and say the same, and be unpaid: otherwise somebody else's money would pay.
 */
export function whyNotBillOf(
  found: FoundBill,
  { id, priceKobo, lines }: Billed,
): string | undefined {
  if (found.amountKobo !== priceKobo)
    return 'The amount of this bill is different from the booking’s price.';
  const ticket = /\(([0-9A-HJKMNP-TV-Z]{16})\)$/.exec(found.narration)?.[1];
  if (found.bookingId !== null || ticket !== undefined) {
    const isOurs = found.bookingId === id || ticket === bookingReference(id);
    return isOurs ? undefined : 'This bill is for another booking.';
  }
  const itemsOf = (items: readonly { code: string; amountKobo: number }[]) =>
    items.map(({ code, amountKobo }) => `${code} ${amountKobo}`).sort();
  const isAlike =
    found.narration === lines[0]?.name && isDeepStrictEqual(itemsOf(found.items), itemsOf(lines));
  if (!isAlike) return 'This bill is for something other than the booking.';
  return found.isPaid
    ? 'This bill is already paid, and nothing on it shows that it belongs to this booking.'
    : undefined;
}

/** Money that the gateway calls paid but that can't count, so that a person must look. */
export interface Anomaly {
  readonly kind:
    | 'other amount'
    | 'unproven'
    | 'second payment'
    | 'paid after withdrawal'
    | 'paid and decided';
  readonly amountKobo: number | null;
  readonly receipt: string;
  readonly description: string;
}

/** The columns of a booking that decide. Amounts are kobo; `payment` is what made it paid. */
export interface Standing {
  readonly priceKobo: number;
  readonly withdrawn: boolean;
  /** A court has decided on it. */
  readonly decided: boolean;
  readonly payment: { readonly amountKobo: number; readonly receipt: string } | null;
  /** True if the receipt that the gateway shows has paid another booking. */
  readonly receiptCounted: boolean;
}

/**
 * `paid`: the answer makes the booking paid. `paid already`: it was paid before, and nothing is
 * new. Any other outcome leaves it as it is; `finding` says why.
 */
export type BillAssessment =
  | { readonly outcome: 'paid'; readonly receipt: string }
  | { readonly outcome: 'paid already' }
  | { readonly outcome: 'pending' | 'unknown'; readonly finding: string }
  | { readonly outcome: 'exception'; readonly finding: string; readonly anomaly: Anomaly };

/**
 * Assesses a gateway's answer. Only the exact amount pays a booking, and only if it is unpaid and
 * not withdrawn, nor decided in court.
 */
export function assessBill(said: PaymentState, booking: Standing): BillAssessment {
  const { outcome } = said;
  if (outcome === 'paid') return assessMoney(said, booking);
  // Before looking at `payment`: money for a paid booking may be a second payment.
  if (outcome === 'unknown') return { outcome, finding: said.reason };
  if (booking.payment) return { outcome: 'paid already' };
  if (outcome === 'pending') return { outcome, finding: 'pending' };
  return anomalous('unproven', said.reason, { amountKobo: null, receipt: '' }, said.reason);
}

/**
 * With nothing due no gateway is asked: the check itself settles the booking, unless it was
 * withdrawn or decided in court.
 */
export function assessNothingDue({ withdrawn, decided, payment }: Standing): BillAssessment {
  if (payment) return { outcome: 'paid already' };
  if (withdrawn) return { outcome: 'pending', finding: 'withdrawn' };
  if (decided) return { outcome: 'pending', finding: 'decided in court' };
  return { outcome: 'paid', receipt: '' };
}

interface Money {
  readonly amountKobo: number;
  readonly receipt: string;
}

function assessMoney(
  money: Money,
  { priceKobo, withdrawn, decided, payment, receiptCounted }: Standing,
): BillAssessment {
  const { amountKobo, receipt } = money;
  const shown = `The payment gateway shows receipt ${receipt} for ${nairaOfKobo(amountKobo)}`;
  if (payment) {
    if (payment.amountKobo === amountKobo && payment.receipt === receipt)
      return { outcome: 'paid already' };
    const description = `${shown}, but the booking was paid with receipt ${payment.receipt} for ${nairaOfKobo(payment.amountKobo)}.`;
    return anomalous(
      'second payment',
      'another payment than the one it was paid with',
      money,
      description,
    );
  }
  if (receiptCounted) {
    const description = `${shown}, but that receipt has already paid another booking.`;
    return anomalous('unproven', 'a receipt that has paid another booking', money, description);
  }
  if (withdrawn)
    return anomalous(
      'paid after withdrawal',
      'paid, but withdrawn',
      money,
      `${shown}, but the booking was withdrawn.`,
    );
  if (decided)
    return anomalous(
      'paid and decided',
      'paid, but decided in court',
      money,
      `${shown}, but a court has decided on the ticket.`,
    );
  if (amountKobo === priceKobo) return { outcome: 'paid', receipt };
  return anomalous(
    'other amount',
    `paid ${amountKobo} kobo instead of ${priceKobo}`,
    money,
    `The payment gateway says that ${nairaOfKobo(amountKobo)} was paid for a bill of ${nairaOfKobo(priceKobo)}.`,
  );
}

const anomalous = (
  kind: Anomaly['kind'],
  finding: string,
  { amountKobo, receipt }: { amountKobo: number | null; receipt: string },
  description: string,
): BillAssessment => ({
  outcome: 'exception',
  finding,
  anomaly: { kind, amountKobo, receipt, description },
});

/** Describes money for a bill that no booking has; null where the gateway doesn't call it paid. */
export function describeUnknownBill(
  said: PaymentState,
): Pick<Anomaly, 'amountKobo' | 'receipt' | 'description'> | null {
  if (said.outcome === 'unproven')
    return {
      amountKobo: null,
      receipt: '',
      description: `No booking has this bill. ${said.reason}`,
    };
  if (said.outcome !== 'paid') return null;
  const { amountKobo, receipt } = said;
  const description = `The payment gateway shows receipt ${receipt} for ${nairaOfKobo(amountKobo)}, but no booking has this bill.`;
  return { amountKobo, receipt, description };
}
