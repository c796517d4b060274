import { CopyLink } from '#web/ui/controls/copy-link.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { RecordMissing } from '#web/ui/feedback/record-missing.tsx';
import { useScreen } from '#web/ui/theme/use-screen.ts';
import { bookingName, firstName } from '../booking-words.ts';
import { BookingActions } from './booking-actions.tsx';
import { BookingBody } from './booking-body.tsx';
import { BookingHeader } from './booking-header.tsx';
import { PrintMenu } from './print-menu.tsx';
import { useBookingRecord } from './use-booking-record.ts';
import type { ActionEvents } from './use-booking-actions.tsx';
import { WithdrawBooking } from './withdraw-booking.tsx';

export interface BookingDialogProps extends ActionEvents {
  id: string;
  opened: boolean;
  onClose: () => void;
  readOnly?: boolean | undefined;
}

/** The booking detail: what it holds, how far it is, and what can be done next. */
export function BookingDialog(props: BookingDialogProps) {
  const { id, opened, onClose, onChanged, onCleared, readOnly } = props;
  const { booking, failure, retry } = useBookingRecord(id);
  const phone = useScreen('phone');
  if (!booking) {
    return (
      <Dialog opened={opened} onClose={onClose} title="Booking" size="md">
        <RecordMissing noun="booking" failure={failure} onRetry={retry} />
      </Dialog>
    );
  }
  if (readOnly) {
    return (
      <Dialog opened={opened} onClose={onClose} title={firstName(booking)} size="md" flush>
        <BookingBody
          booking={booking}
          header={<BookingHeader booking={booking} />}
          failure={failure}
          onRetry={retry}
        />
      </Dialog>
    );
  }
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={phone ? 'Booking' : `Booking ${bookingName(booking)}, ${booking.name}`}
      size="md"
      header={phone ? undefined : <BookingHeader booking={booking} />}
      actions={
        <>
          <PrintMenu booking={booking} />
          <CopyLink id={id} />
        </>
      }
      footer={<BookingActions booking={booking} onChanged={onChanged} onCleared={onCleared} />}
      flush
    >
      <BookingBody
        booking={booking}
        header={phone && <BookingHeader booking={booking} />}
        failure={failure}
        onRetry={retry}
        withdrawal={<WithdrawBooking booking={booking} onChanged={onChanged} />}
      />
    </Dialog>
  );
}
