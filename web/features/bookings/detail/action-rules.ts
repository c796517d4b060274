import type { Booking } from '#contract/bookings.ts';
import { isSettled } from '#contract/owed.ts';
import type { BillState } from '#contract/payments.ts';

export type BookingAction = 'pay' | 'check' | 'clear';

export interface ActionRules {
  /** The next of the three that can be done; null once the vehicle is cleared, and while none would help. */
  primary: BookingAction | null;
  /** The reason why an action can't be used; absent when it can. */
  reasons: Partial<Record<BookingAction, string>>;
  /** The reason why nobody should pay although the button works; null where all is well. */
  caution: string | null;
}

export interface ActionCircumstances {
  mayPay: boolean;
  mayClear: boolean;
  /** True if the payment page of this bill was opened here. */
  paymentOpened: boolean;
  /** The state of the bill; null while it isn't known. */
  bill: BillState | null;
  /** True if the server answers, whose word and the gateway's all three need. */
  online: boolean;
}

type Payable = Pick<
  Booking,
  'paid' | 'completed' | 'price' | 'billRef' | 'withdrawal' | 'decision'
>;

const withdrawn = 'This booking was withdrawn.';
const decided = 'A court has decided on this ticket.';
const noCourtReceipt = 'You can use Clear Vehicle when the court’s receipt is recorded.';
const needsNetwork = 'You need a network to use Pay Bill, Check Status or Clear Vehicle.';
const readOnly =
  'Your role can read bookings, but cannot use Pay Bill, Check Status or Clear Vehicle.';

/** The next of a booking's three actions, and the reasons why the others can't be used. */
export function actionRules(booking: Payable, circumstances: ActionCircumstances): ActionRules {
  const { mayPay, mayClear } = circumstances;
  if (booking.withdrawal) {
    const reasons = { pay: withdrawn, check: withdrawn, clear: withdrawn };
    return { primary: null, reasons, caution: null };
  }
  const reasons: ActionRules['reasons'] = booking.decision ? { pay: decided, check: decided } : {};
  const notForRole = (name: string) =>
    mayPay || mayClear ? `Your role cannot use ${name}.` : readOnly;

  if (!mayPay) {
    reasons.pay ??= notForRole('Pay Bill');
    reasons.check ??= notForRole('Check Status');
  } else if (booking.paid) {
    reasons.pay = 'The bill is paid.';
  }

  if (booking.completed) reasons.clear = 'The vehicle is cleared.';
  else if (!mayClear) reasons.clear = notForRole('Clear Vehicle');
  else if (!isSettled(booking) && circumstances.online)
    reasons.clear = booking.decision
      ? noCourtReceipt
      : 'You can use Clear Vehicle when the payment is confirmed.';

  if (!circumstances.online) for (const action of actions) reasons[action] ??= needsNetwork;
  const next = nextAction(booking, circumstances);
  return {
    primary: next !== null && reasons[next] === undefined ? next : null,
    reasons,
    caution: reasons.pay === undefined ? cautionOf(circumstances.bill) : null,
  };
}

/**
 * The last known state of a booking without a network, at `heardAt` as text: `At 14:05 it was not
 * paid.`
 */
export function lastKnownState(
  {
    paid,
    completed,
    withdrawal,
    decision,
  }: Pick<Payable, 'paid' | 'completed' | 'withdrawal' | 'decision'>,
  heardAt: string,
): string {
  const state = withdrawal
    ? 'withdrawn'
    : decision
      ? 'decided in court'
      : completed
        ? 'paid and cleared'
        : paid
          ? 'paid and not cleared'
          : 'not paid';
  return `At ${heardAt} the booking was ${state}.`;
}

const actions = ['pay', 'check', 'clear'] as const;

function nextAction(
  { paid, completed, decision, price, billRef }: Payable,
  { paymentOpened, bill }: ActionCircumstances,
): BookingAction | null {
  if (completed || decision?.vehicleFree === false) return null;
  if (paid || decision) return 'clear';
  if (price === 0) return 'check';
  if (billRef === null || cautionOf(bill) !== null) return null;
  return paymentOpened ? 'check' : 'pay';
}

function cautionOf(bill: BillState | null): string | null {
  if (bill?.is === 'before a person' || (bill?.is === 'made' && bill.matter !== null))
    return 'Do not pay until a state admin has looked at this booking.';
  if (bill?.is === 'without gateway' || (bill?.is === 'made' && !bill.gateway))
    return 'You cannot pay until a payment gateway is set up.';
  return null;
}
