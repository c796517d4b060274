import { useState } from 'react';
import { type Booking, maxReasonLength, minReasonLength } from '#contract/bookings.ts';
import { useCurrentUser, useDispatch, useMay } from '#web/api/store-hooks.ts';
import { failedCall } from '#web/api/use-loaded.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Confirm } from '#web/ui/dialog/confirm.tsx';
import { toastDone, toastFailed } from '#web/ui/feedback/toast.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { IconTicketOff } from '#web/ui/icons.ts';
import { bookingName } from '../booking-words.ts';
import { readBooking, withdrawBooking } from '../slice.ts';

interface WithdrawBookingProps {
  booking: Booking;
  onChanged: () => void;
}

/** The button under the fines with which a superior withdraws an unpaid booking of somebody else. */
export function WithdrawBooking({ booking, onChanged }: WithdrawBookingProps) {
  const [asking, setAsking] = useState(false);
  const mayWithdraw = useMay('withdraw a booking');
  const user = useCurrentUser();
  const { paid, withdrawal, createdBy } = booking;
  if (!mayWithdraw || paid || withdrawal) return null;
  const own = createdBy.id === user?.id;
  return (
    <div className="flex at-end above">
      <Button
        size="sm"
        variant="quiet"
        icon={<IconTicketOff size={16} stroke={1.8} aria-hidden />}
        disabled={own}
        reason="You made this booking, so somebody else must withdraw it."
        showReason
        onClick={() => setAsking(true)}
      >
        Withdraw booking
      </Button>
      {asking && (
        <WithdrawConfirm booking={booking} onChanged={onChanged} onClose={() => setAsking(false)} />
      )}
    </div>
  );
}

/** Explains a withdrawal, and asks for its reason. */
function WithdrawConfirm(props: WithdrawBookingProps & { onClose: () => void }) {
  const { booking, onChanged, onClose } = props;
  const dispatch = useDispatch();
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);
  const given = reason.trim();

  async function withdraw(): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    try {
      await withdrawBooking(dispatch, { id: booking._id, reason: given });
      toastDone('The booking is withdrawn.');
    } catch (error) {
      const failure = failedCall(error);
      toastFailed(failure.message);
      if (failure.status !== 409) {
        setBusy(false);
        setProblem(failure.message);
        return;
      }
      // The booking was paid, or withdrawn by somebody else, since it was read.
      readBooking(dispatch, booking._id).catch(() => undefined);
    }
    onChanged();
    onClose();
  }

  return (
    <Confirm
      opened
      title={`Withdraw ${bookingName(booking)}?`}
      message={
        <p>
          Nothing is due on it any more, and it leaves the unpaid bookings for good. It stays on
          record with your name and your reason. Money that is still paid for it goes before a
          person.
        </p>
      }
      confirmLabel="Withdraw booking"
      destructive
      loading={busy}
      loadingLabel="Withdrawing"
      reason={given.length < minReasonLength ? 'Give the reason first.' : undefined}
      onConfirm={() => void withdraw()}
      onCancel={busy ? () => undefined : onClose}
    >
      <TextArea
        label="Reason"
        hint={`What was wrong, in ${minReasonLength} to ${maxReasonLength} characters. Who reads the booking reads it.`}
        maxLength={maxReasonLength}
        value={reason}
        error={problem}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </Confirm>
  );
}
