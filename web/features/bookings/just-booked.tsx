import { useEffect, useRef } from 'react';
import { useDispatch } from '#web/api/store-hooks.ts';
import { Slot } from '#web/records/slot.tsx';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { IconX } from '#web/ui/icons.ts';
import { bookingName } from './booking-words.ts';
import css from './just-booked.module.css';
import { dismissMade, useBookings } from './slice.ts';

/** Above the list right after a booking was made: shows or prints the ticket for its driver. */
export function JustBooked() {
  const made = useBookings(({ booking }) => booking.made);
  const dispatch = useDispatch();
  const note = useRef<HTMLDivElement>(null);
  useDismissOnLeaving();
  useEffect(() => {
    // Whoever booked from a scrolled list would else see nothing of it.
    note.current?.scrollIntoView({ block: 'center' });
    note.current?.focus({ preventScroll: true });
  }, [made?._id]);
  if (made === null) return null;
  return (
    <div ref={note} tabIndex={-1}>
      <Notice kind="ok" className={css['note']}>
        <div className="row gap-4">
          <p className="grow anywhere">
            Booking added: <b>{bookingName(made)}</b>.
          </p>
          <Slot name="ticket of a booking" id={made._id} />
          <IconButton
            label="Close this message"
            icon={<IconX size={18} aria-hidden />}
            onClick={() => dispatch(dismissMade())}
          />
        </div>
      </Notice>
    </div>
  );
}

/** An officer who leaves the screen and comes back is done with the ticket. */
function useDismissOnLeaving(): void {
  const dispatch = useDispatch();
  const leaving = useRef<number>(undefined);
  useEffect(() => {
    // React's strict mode unmounts and mounts again at once: that is no leaving.
    window.clearTimeout(leaving.current);
    return () => {
      leaving.current = window.setTimeout(() => dispatch(dismissMade()));
    };
  }, [dispatch]);
}
