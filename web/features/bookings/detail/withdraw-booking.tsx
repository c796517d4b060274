import { useState } from 'react';
import { type Booking, maxReasonLength, minReasonLength } from '#contract/bookings.ts';
import { useCurrentUser, useDispatch, useMay } from '#web/api/store-hooks.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { IconTicketOff } from '#web/ui/icons.ts';
import { bookingName } from '../booking-words.ts';
import { readBooking, withdrawBooking } from '../slice.ts';
import { ReasonConfirm } from './reason-confirm.tsx';

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
    <>
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
    </>
  );
}

/** Explains a withdrawal, and asks for its reason. */
function WithdrawConfirm(props: WithdrawBookingProps & { onClose: () => void }) {
  const { booking, onChanged, onClose } = props;
  const dispatch = useDispatch();
  return (
    <ReasonConfirm
      title={`Withdraw ${bookingName(booking)}?`}
      message={
        <p>
          Nothing is due on it any more, and it leaves the unpaid bookings for good. It stays on
          record with your name and your reason. Money that is still paid for it goes before a
          person.
        </p>
      }
      label="Reason"
      hint={`What was wrong, in ${minReasonLength} to ${maxReasonLength} characters. Who reads the booking reads it.`}
      confirmLabel="Withdraw booking"
      destructive
      send={(reason) => withdrawBooking(dispatch, { id: booking._id, reason })}
      done="The booking is withdrawn."
      onDone={() => {
        // It may have been paid, or withdrawn by somebody else, since it was read.
        readBooking(dispatch, booking._id).catch(() => undefined);
        onChanged();
      }}
      onClose={onClose}
    />
  );
}
