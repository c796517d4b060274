import { Refusal } from '../../http/refusal.ts';
import type { PaymentState } from '../../gateways/payment-gateway.ts';

export const gatewaySilent = new Refusal(
  503,
  'gateway_unavailable',
  'The payment gateway does not answer. Try again in a minute.',
);

export const alreadyPaid = new Refusal(409, 'already_paid', 'This bill is paid already.');

/** What a gateway's answer means for a bill of `priceKobo`. Anything but the exact amount is not paid. */
export function verdictOf(
  state: PaymentState,
  priceKobo: number,
): { paid: true; receipt: string } | { paid: false; finding: string } {
  switch (state.outcome) {
    case 'paid':
      return state.amountKobo === priceKobo
        ? { paid: true, receipt: state.receipt }
        : { paid: false, finding: `paid ${state.amountKobo} kobo instead of ${priceKobo}` };
    case 'unproven':
      return { paid: false, finding: state.reason };
    case 'unknown':
      return { paid: false, finding: state.reason };
    case 'pending':
      return { paid: false, finding: 'pending' };
  }
}
