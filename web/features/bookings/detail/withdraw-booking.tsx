import { useState } from 'react';
import { withdrawBooking as contract } from '#contract/booking-corrections.ts';
import type { Booking } from '#contract/bookings.ts';
import { isUnpaid } from '#contract/owed.ts';
import { useCurrentUser, useDispatch, useMay } from '#web/api/store-hooks.ts';
import { ActConfirm } from '#web/records/act-confirm.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { IconTicketOff } from '#web/ui/icons.ts';
import { bookingName } from '../booking-words.ts';
import { readBooking } from '../slice.ts';
import { withdrawBooking } from './calls.ts';

interface WithdrawBookingProps {
  booking: Booking;
  onChanged: () => void;
}

/** The button under the fines with which a superior withdraws an unpaid booking of somebody else. */
export function WithdrawBooking({ booking, onChanged }: WithdrawBookingProps) {
  const [asking, setAsking] = useState(false);
  const mayWithdraw = useMay('withdraw a booking');
  const user = useCurrentUser();
  const { createdBy } = booking;
  if (!mayWithdraw || !isUnpaid(booking)) return null;
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
        {contract.words.begins}
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
    <ActConfirm
      act={contract}
      asks={`Withdraw ${bookingName(booking)}?`}
      send={(reason) => withdrawBooking(dispatch, { id: booking._id, reason })}
      onDone={() => {
        // It may have been paid, or withdrawn by somebody else, since it was read.
        readBooking(dispatch, booking._id).catch(() => undefined);
        onChanged();
      }}
      onClose={onClose}
    />
  );
}
