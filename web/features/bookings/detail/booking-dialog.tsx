import { useDispatch } from '#web/api/store-hooks.ts';
import { RecordDialog } from '#web/records/record-dialog.tsx';
import { useRecord } from '#web/records/use-record.ts';
import { CopyLink } from '#web/ui/controls/copy-link.tsx';
import { useScreen } from '#web/ui/theme/use-screen.ts';
import { bookingName, firstName } from '../booking-words.ts';
import { knownBooking } from '../known-bookings.ts';
import { readBooking, useBookings } from '../slice.ts';
import { BookingActions } from './booking-actions.tsx';
import { BookingBody } from './booking-body.tsx';
import { BookingHeader } from './booking-header.tsx';
import { PrintMenu } from './print-menu.tsx';
import type { ActionEvents } from './use-booking-actions.tsx';
import { WithdrawBooking } from './withdraw-booking.tsx';

interface BookingDialogProps extends ActionEvents {
  id: string;
  opened: boolean;
  onClose: () => void;
  readOnly?: boolean | undefined;
}

/** The booking detail: what it holds, how far it is, and what can be done next. */
export function BookingDialog(props: BookingDialogProps) {
  const { id, opened, onClose, onChanged, onCleared, readOnly } = props;
  const dispatch = useDispatch();
  const known = useBookings((state) => knownBooking(state.booking, id));
  const reading = useRecord(id, () => dispatch(readBooking(id)), known);
  const phone = useScreen('phone');
  return (
    <RecordDialog
      kind="booking"
      reading={reading}
      title="Booking"
      opened={opened}
      onClose={onClose}
      size="md"
      show={(booking) => {
        const header = <BookingHeader booking={booking} />;
        const body = { booking, reading };
        if (readOnly) {
          return {
            title: firstName(booking),
            flush: true,
            children: <BookingBody {...body} header={header} />,
          };
        }
        return {
          title: phone ? 'Booking' : `Booking ${bookingName(booking)}, ${booking.name}`,
          header: phone ? undefined : header,
          actions: (
            <>
              <PrintMenu booking={booking} />
              <CopyLink id={id} />
            </>
          ),
          footer: <BookingActions booking={booking} onChanged={onChanged} onCleared={onCleared} />,
          flush: true,
          children: (
            <BookingBody
              {...body}
              header={phone && header}
              withdrawal={<WithdrawBooking booking={booking} onChanged={onChanged} />}
            />
          ),
        };
      }}
    />
  );
}
