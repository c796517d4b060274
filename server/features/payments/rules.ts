import { nairaOfKobo } from '#server/money.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { PaymentState } from '#server/gateways/payment-gateway.ts';

export const gatewaySilent = new Refusal(
  503,
  'gateway_unavailable',
  'The payment gateway does not answer. Try again in a minute.',
);

export const alreadyPaid = new Refusal(409, 'already_paid', 'This bill is paid already.');

export const nothingDue = new Refusal(
  409,
  'withdrawn',
  'This booking was withdrawn: nothing is due on it.',
);

export const forged = new Refusal(401, 'forged', 'This notice is not signed with our key.');

/** Money that a person must look at: the gateway says paid, but not so that it counts. */
export interface Anomaly {
  readonly kind: 'other amount' | 'unproven' | 'second payment' | 'paid after withdrawal';
  readonly amountKobo: number | null;
  readonly receipt: string;
  readonly story: string;
}

/** A booking as its row says. Amounts are kobo; `payment` is what made it paid. */
export interface Standing {
  readonly priceKobo: number;
  readonly withdrawn: boolean;
  readonly payment: { readonly amountKobo: number; readonly receipt: string } | null;
}

/**
 * `paid`: this makes the booking paid. `paid already`: it was, and nothing new is known. Anything else
 * leaves it as it stands; `finding` says why.
 */
export type Verdict =
  | { readonly outcome: 'paid'; readonly receipt: string }
  | { readonly outcome: 'paid already' }
  | { readonly outcome: 'pending' | 'unknown'; readonly finding: string }
  | { readonly outcome: 'exception'; readonly finding: string; readonly anomaly: Anomaly };

/** What a gateway's answer means for a booking. Only the exact amount of one that stands unpaid pays it. */
export function verdictOf(said: PaymentState, booking: Standing): Verdict {
  const { outcome } = said;
  if (outcome === 'paid') return ofMoney(said, booking);
  // Also of a booking that is paid: the money that a notice tells of may be a second payment.
  if (outcome === 'unknown') return { outcome, finding: said.reason };
  if (booking.payment) return { outcome: 'paid already' };
  if (outcome === 'pending') return { outcome, finding: 'pending' };
  return odd('unproven', said.reason, { amountKobo: null, receipt: '' }, said.reason);
}

/** With nothing due no gateway is asked: the check is the payment, unless the booking was withdrawn. */
export function verdictWithoutDues({ withdrawn, payment }: Standing): Verdict {
  if (payment) return { outcome: 'paid already' };
  return withdrawn
    ? { outcome: 'pending', finding: 'withdrawn' }
    : { outcome: 'paid', receipt: '' };
}

interface Money {
  readonly amountKobo: number;
  readonly receipt: string;
}

function ofMoney(money: Money, { priceKobo, withdrawn, payment }: Standing): Verdict {
  const { amountKobo, receipt } = money;
  const shown = `The gateway shows receipt ${receipt} over ${nairaOfKobo(amountKobo)}`;
  if (payment) {
    if (payment.amountKobo === amountKobo && payment.receipt === receipt)
      return { outcome: 'paid already' };
    const story = `${shown}, but the booking was paid with receipt ${payment.receipt} over ${nairaOfKobo(payment.amountKobo)}.`;
    return odd('second payment', 'another payment than the one it was paid with', money, story);
  }
  if (withdrawn)
    return odd(
      'paid after withdrawal',
      'paid, but withdrawn',
      money,
      `${shown} for a booking that was withdrawn.`,
    );
  if (amountKobo === priceKobo) return { outcome: 'paid', receipt };
  return odd(
    'other amount',
    `paid ${amountKobo} kobo instead of ${priceKobo}`,
    money,
    `The gateway says that ${nairaOfKobo(amountKobo)} was paid for a bill of ${nairaOfKobo(priceKobo)}.`,
  );
}

const odd = (
  kind: Anomaly['kind'],
  finding: string,
  { amountKobo, receipt }: { amountKobo: number | null; receipt: string },
  story: string,
): Verdict => ({
  outcome: 'exception',
  finding,
  anomaly: { kind, amountKobo, receipt, story },
});

/** The story of money for a bill that no booking has; null where the gateway doesn't say that it was paid. */
export function storyOfUnknownBill(
  said: PaymentState,
): Pick<Anomaly, 'amountKobo' | 'receipt' | 'story'> | null {
  if (said.outcome === 'unproven')
    return { amountKobo: null, receipt: '', story: `No booking has this bill. ${said.reason}` };
  if (said.outcome !== 'paid') return null;
  const { amountKobo, receipt } = said;
  const story = `The gateway shows receipt ${receipt} over ${nairaOfKobo(amountKobo)} for a bill that no booking has.`;
  return { amountKobo, receipt, story };
}
