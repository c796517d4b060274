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
      return 'You found the bill in the payment gateway’s portal. Hanya will check its amount with the payment gateway and keep the bill reference.';
    case 'refund':
      return 'The authority will refund the payer. Once the money is paid out, propose the refund here with the proof.';
    case 'noted':
      return 'There is nothing left to do in Hanya, for example because somebody dealt with it elsewhere. The booking stays as it is.';
  }
}

function askingAgain(kind: ExceptionKind): string {
  if (kind === 'bill refused')
    return 'Hanya will ask the payment gateway for the bill once more. Select this only after the cause of the refusal has been corrected.';
  if (kind === 'bill late')
    return 'Hanya will ask the payment gateway for the bill again. If there is still no bill after an hour, Hanya will tell you.';
  return 'Hanya will ask the payment gateway for a new bill. Select this only if you looked in the payment gateway’s portal and did not find a bill.';
}

/** The settlement, done or proposed. */
export function outcomeOf({ settlement, state, refund }: PaymentException): string {
  if (refund && refund.left > 0) return `Refund: ${exactNaira(refund.left)} to pay out`;
  if (refund) return 'Refund: paid out';
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
