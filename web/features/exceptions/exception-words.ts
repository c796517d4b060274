import {
  exceptionKindWords,
  type ExceptionDecision,
  exceptionDecisionWords,
  type PaymentException,
} from '#contract/exceptions.ts';
import { shownPlate } from '#contract/identities.ts';
import { type ExceptionKind } from '#contract/payments.ts';
import { exactNaira } from '#web/format/money.ts';
import { bookingReference } from '#web/format/reference.ts';

/** The effect of a decision, and the case for it. */
export function meaningOf(decision: ExceptionDecision, kind: ExceptionKind): string {
  switch (decision) {
    case 'ask again':
      return askingAgain(kind);
    case 'bill found':
      return 'The portal shows the bill. Hanya asks the gateway whether it is of this price, and keeps its reference.';
    case 'refund':
      return 'The payer gets the money back. Once it is paid out, propose the refund here with its proof.';
    case 'noted':
      return 'It was dealt with elsewhere, or there is nothing to do. The booking stays as it is.';
  }
}

function askingAgain(kind: ExceptionKind): string {
  if (kind === 'bill refused')
    return 'Hanya asks the gateway for the bill once more. Only when what it refused was put right.';
  if (kind === 'bill late')
    return 'Hanya begins anew to ask for the bill, and tells you again if it is still not there in an hour.';
  return 'Hanya asks the gateway for a new bill. Only when you have looked in the portal and found none.';
}

/** The settlement, done or proposed. */
export function outcomeOf({ settlement, state, refund }: PaymentException): string {
  if (refund && refund.left > 0) return `Refund: ${exactNaira(refund.left)} to give back`;
  if (refund) return 'Refund: given back';
  if (settlement) return exceptionDecisionWords[settlement.decision];
  return state === 'settled' ? 'Resolved itself' : 'Not settled';
}

/** The kind, and the plate of the booking or else a reference: `Paid twice, ABC-123DE`. */
export function exceptionTitle({ kind, booking, billRef }: PaymentException): string {
  const name = booking
    ? shownPlate(booking.registration) || bookingReference(booking._id)
    : billRef === null
      ? 'unknown bill'
      : `bill ${billRef}`;
  return `${exceptionKindWords[kind]}, ${name}`;
}
