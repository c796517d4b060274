import { Refusal } from '../../http/refusal.ts';
import type { PaymentState } from '../../gateways/payment-gateway.ts';

export const gatewaySilent = new Refusal(
  503,
  'gateway_unavailable',
  'The payment gateway does not answer. Try again in a minute.',
);

export const alreadyPaid = new Refusal(409, 'already_paid', 'This bill is paid already.');

/** Money that a person must look at: the gateway says paid, but not so that it counts. */
export interface Oddity {
  readonly kind: 'other amount' | 'unproven';
  readonly amountKobo: number | null;
  readonly receipt: string;
  readonly story: string;
}

export type Verdict =
  | { readonly paid: true; readonly receipt: string }
  | { readonly paid: false; readonly finding: string; readonly oddity?: Oddity };

/** What a gateway's answer means for a bill of `priceKobo`. Anything but the exact amount is not paid. */
export function verdictOf(state: PaymentState, priceKobo: number): Verdict {
  switch (state.outcome) {
    case 'paid': {
      const { amountKobo, receipt } = state;
      if (amountKobo === priceKobo) return { paid: true, receipt };
      const story = `The gateway says that ${naira(amountKobo)} was paid for a bill of ${naira(priceKobo)}.`;
      return {
        paid: false,
        finding: `paid ${amountKobo} kobo instead of ${priceKobo}`,
        oddity: { kind: 'other amount', amountKobo, receipt, story },
      };
    }
    case 'unproven':
      return {
        paid: false,
        finding: state.reason,
        oddity: { kind: 'unproven', amountKobo: null, receipt: '', story: state.reason },
      };
    case 'unknown':
      return { paid: false, finding: state.reason };
    case 'pending':
      return { paid: false, finding: 'pending' };
  }
}

const naira = (kobo: number): string =>
  `₦${(kobo / 100).toLocaleString('en-NG', { maximumFractionDigits: 2 })}`;
