import { useEffect, useRef } from 'react';
import { useDispatch } from '#web/api/store-hooks.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { IconPrinter, IconX } from '#web/ui/icons.ts';
import { useScreen } from '#web/ui/theme/use-screen.ts';
import { bookingName } from './booking-words.ts';
import { usePrinting } from './detail/use-printing.ts';
import css from './just-booked.module.css';
import { dismissMade, useBookings } from './slice.ts';

/** Above the list right after a booking was made: prints the ticket that is handed over. */
export function JustBooked() {
  const made = useBookings(({ booking }) => booking.made);
  const dispatch = useDispatch();
  const phone = useScreen('phone');
  const { busy, print } = usePrinting(made?._id ?? '');
  useDismissOnLeaving();
  if (made === null) return null;
  return (
    <Notice kind="ok" className={css['note']}>
      <div className={css['line']}>
        <p className={css['words']}>
          <b>{bookingName(made)}</b> is booked.
        </p>
        <Button
          size="sm"
          icon={<IconPrinter size={16} aria-hidden />}
          loading={busy !== null}
          onClick={() => void print('ticket', 'html', phone ? '80mm' : 'a4')}
        >
          Print ticket
        </Button>
        <IconButton
          label="Put the note away"
          icon={<IconX size={18} aria-hidden />}
          onClick={() => dispatch(dismissMade())}
        />
      </div>
    </Notice>
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
