import type { Booking } from '#contract/bookings.ts';

export type BookingAction = 'pay' | 'check' | 'clear';

export interface ActionRules {
  /** The next of the three to be done; null once the vehicle is cleared. */
  primary: BookingAction | null;
  /** Why an action can't be used; absent when it can. */
  reasons: Partial<Record<BookingAction, string>>;
}

export interface ActionCircumstances {
  mayPay: boolean;
  mayClear: boolean;
  /** Whether the payment page of this bill was opened here. */
  paymentOpened: boolean;
  /** Whether the server answers, whose word and the gateway's all three need. */
  online: boolean;
}

type Payable = Pick<Booking, 'paid' | 'completed' | 'price' | 'withdrawal'>;

const withdrawn = 'This booking was withdrawn.';
const needsNetwork = 'Paying, checking and clearing need the network.';
const readOnly = 'Your role can read bookings, not settle or clear them.';

/** Which of the three actions is next for a booking, and why the others can't be used. */
export function actionRules(booking: Payable, circumstances: ActionCircumstances): ActionRules {
  const { mayPay, mayClear } = circumstances;
  if (booking.withdrawal) {
    return { primary: null, reasons: { pay: withdrawn, check: withdrawn, clear: withdrawn } };
  }
  const reasons: ActionRules['reasons'] = {};
  const notForRole = (name: string) =>
    mayPay || mayClear ? `${name} is not open to your role.` : readOnly;

  if (!mayPay) {
    reasons.pay = notForRole('Pay Bill');
    reasons.check = notForRole('Check Status');
  } else if (booking.paid) {
    reasons.pay = 'The bill is paid.';
  }

  if (booking.completed) reasons.clear = 'The vehicle is cleared.';
  else if (!mayClear) reasons.clear = notForRole('Clear Vehicle');
  else if (!booking.paid && circumstances.online)
    reasons.clear = 'Clear Vehicle opens once the payment is confirmed.';

  if (!circumstances.online) for (const action of actions) reasons[action] ??= needsNetwork;
  return { primary: nextAction(booking, circumstances.paymentOpened), reasons };
}

/** What is known of a booking without a network, at `heardAt` as text: `At 14:05 it was not paid.` */
export function lastKnownState({ paid, completed, withdrawal }: Payable, heardAt: string): string {
  const state = withdrawal
    ? 'withdrawn'
    : completed
      ? 'paid and cleared'
      : paid
        ? 'paid and not cleared'
        : 'not paid';
  return `At ${heardAt} it was ${state}.`;
}

const actions = ['pay', 'check', 'clear'] as const;

function nextAction({ paid, completed, price }: Payable, opened: boolean): BookingAction | null {
  if (completed) return null;
  if (paid) return 'clear';
  return opened || price === 0 ? 'check' : 'pay';
}
