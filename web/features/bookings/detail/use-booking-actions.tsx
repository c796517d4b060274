import { useState } from 'react';
import { clearVehicle as contract } from '#contract/booking-corrections.ts';
import type { Booking } from '#contract/bookings.ts';
import { noPaymentReference } from '#contract/payments.ts';
import type { FailedCall } from '#web/api/call-failure.ts';
import { callEnded } from '#web/api/errors.ts';
import { useDispatch } from '#web/api/store-hooks.ts';
import { unexpected } from '#web/api/unexpected.ts';
import { failedCall } from '#web/api/use-loaded.ts';
import { openTab } from '#web/records/open-tab.ts';
import type { NoticeKind } from '#web/ui/feedback/notice.tsx';
import { toastDone, toastFailed, toastInfo, toastWaiting } from '#web/ui/feedback/toast.tsx';
import { IconFlagCheck } from '#web/ui/icons.ts';
import { checkWords } from '../bill-words.ts';
import { readBooking } from '../slice.ts';
import type { BookingAction } from './action-rules.ts';
import { checkBooking, clearVehicle, startPayment } from './calls.ts';

/** The outcome of an action, shown above the buttons. */
export interface Outcome {
  kind: NoticeKind;
  message: string;
  /** The step of the booking that it speaks of: once the booking is beyond it, it says what isn't so. */
  of: number;
  /** The payment page, when the browser did not let it open by itself. */
  link?: string;
}

/**
 * The number of steps that a booking has gone: unpaid, paid, cleared. A withdrawn one goes no
 * further.
 */
const stepOf = ({ paid, completed, withdrawal, decision }: Booking): number =>
  withdrawal ? 4 : decision ? 3 : completed ? 2 : paid ? 1 : 0;

export interface ActionEvents {
  /** The booking changed, so the list behind it is out of date. */
  onChanged: () => void;
  onCleared: () => void;
}

/** Pay Bill, Check Status and Clear Vehicle of one booking, and the outcome of the last one. */
export function useBookingActions(booking: Booking, { onChanged, onCleared }: ActionEvents) {
  const dispatch = useDispatch();
  const [busy, setBusy] = useState<BookingAction | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  async function run(action: BookingAction, work: () => Promise<Outcome>): Promise<void> {
    if (busy) return;
    setBusy(action);
    setOutcome(null);
    setOutcome(await work().catch((error: unknown) => failed(failedCall(error))));
    setBusy(null);
  }

  function failed({ message }: FailedCall): Outcome {
    toastFailed(message);
    return { kind: 'bad', message, of: stepOf(booking) };
  }

  /** The outcome stands as the action said it, even if this read fails. */
  const readAgain = () => readBooking(dispatch, booking._id).catch(() => undefined);

  function payBill(): void {
    const { billRef } = booking;
    if (billRef === null) {
      const failure = { ...unexpected, message: noPaymentReference };
      dispatch(callEnded(failure));
      setOutcome(failed(failure));
      return;
    }
    const tab = openTab();
    void run('pay', async () => {
      const { url } = await startPayment(dispatch, billRef).catch((error: unknown) => {
        tab?.close();
        throw error;
      });
      if (tab?.show(url)) {
        return { kind: 'soft', message: 'The payment page is open in another tab.', of: 0 };
      }
      const message = 'Your browser blocked the payment page.';
      return { kind: 'warn', message, link: url, of: 0 };
    });
  }

  function checkStatus(): void {
    void run('check', async () => {
      const { paid, finding } = await checkBooking(dispatch, booking._id);
      const message = checkWords(finding);
      if (!paid) {
        toastWaiting(message);
        return { kind: 'warn', message, of: 0 };
      }
      if (!booking.paid) onChanged();
      await readAgain();
      toastDone(message);
      return { kind: 'ok', message, of: 1 };
    });
  }

  function clear(): void {
    void run('clear', async () => {
      await clearVehicle(dispatch, booking._id).catch((error: unknown) => {
        if (failedCall(error).status === 409) void readAgain();
        throw error;
      });
      const message = contract.words.done;
      toastInfo(message, <IconFlagCheck size={20} aria-hidden />);
      onCleared();
      return { kind: 'ok', message, of: 2 };
    });
  }

  const isPast = outcome !== null && stepOf(booking) > outcome.of;
  return { busy, outcome: isPast ? null : outcome, payBill, checkStatus, clear };
}
