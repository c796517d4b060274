import type { Booking } from '#contract/bookings.ts';

export type BookingAction = 'pay' | 'check' | 'clear';

export interface ActionRules {
  /** Which of the three comes next; none once the vehicle is cleared. */
  primary: BookingAction | null;
  /** Why an action is not open; absent when it is. */
  reasons: Partial<Record<BookingAction, string>>;
}

export interface ActionCircumstances {
  mayPay: boolean;
  mayClear: boolean;
  /** Whether the payment page of this bill was opened here. */
  paymentOpened: boolean;
}

type Settling = Pick<Booking, 'paid' | 'completed' | 'price' | 'withdrawal'>;

const withdrawn = 'This booking was withdrawn.';
const lookOnly = 'Your role can read bookings, not settle or clear them.';

/** Which of the three actions are open for a booking, which comes next, and why not the others. */
export function actionRules(booking: Settling, circumstances: ActionCircumstances): ActionRules {
  const { mayPay, mayClear } = circumstances;
  if (booking.withdrawal) {
    return { primary: null, reasons: { pay: withdrawn, check: withdrawn, clear: withdrawn } };
  }
  const reasons: ActionRules['reasons'] = {};
  const notForRole = (name: string) =>
    mayPay || mayClear ? `${name} is not open to your role.` : lookOnly;

  if (!mayPay) {
    reasons.pay = notForRole('Pay Bill');
    reasons.check = notForRole('Check Status');
  } else if (booking.paid) {
    reasons.pay = 'The bill is paid.';
  }

  if (booking.completed) reasons.clear = 'The vehicle is cleared.';
  else if (!mayClear) reasons.clear = notForRole('Clear Vehicle');
  else if (!booking.paid) reasons.clear = 'Clear Vehicle opens once the payment is confirmed.';

  return { primary: nextAction(booking, circumstances.paymentOpened), reasons };
}

function nextAction({ paid, completed, price }: Settling, opened: boolean): BookingAction | null {
  if (completed) return null;
  if (paid) return 'clear';
  return opened || price === 0 ? 'check' : 'pay';
}
