import { IconTicketOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Booking } from '#contract/bookings.ts';
import { momentOf } from '#web/format/time.ts';
import { ExceptionNote } from '#web/records/exception-note.tsx';
import { RecordBody } from '#web/records/record-dialog.tsx';
import type { OpenRecord } from '#web/records/use-record.ts';
import { DetailHeading } from '#web/ui/dialog/detail.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import { BillNotice } from './bill-notice.tsx';
import css from './booking-detail.module.css';
import { BookingFacts } from './booking-facts.tsx';
import { BookingLifecycle } from './booking-lifecycle.tsx';
import { FinesTable } from './fines-table.tsx';
import { OtherUnpaid } from './other-unpaid.tsx';

interface BookingBodyProps {
  booking: Booking;
  /** On a phone the header scrolls along with the rest. */
  header: ReactNode;
  reading: OpenRecord<Booking>;
  /** The button that withdraws it, for those who may. */
  withdrawal?: ReactNode;
}

/** The progress and the fines of a booking, with its facts beside them. */
export function BookingBody({ booking, header, reading, withdrawal }: BookingBodyProps) {
  return (
    <RecordBody
      kind="booking"
      id={booking._id}
      revision={revisionOf(booking)}
      reading={reading}
      facts={<BookingFacts booking={booking} />}
    >
      {header}
      <BookingLifecycle booking={booking} />
      <WithdrawalNotice withdrawal={booking.withdrawal} />
      <BillNotice booking={booking} />
      <div className={classNames('grid gap-4', css['notes'])}>
        <ExceptionNote booking={booking} />
      </div>
      <DetailHeading>Fines</DetailHeading>
      <FinesTable offences={booking.offence} price={booking.price} />
      <OtherUnpaid booking={booking} />
      {withdrawal}
    </RecordBody>
  );
}

/** Another text after each change that adds to the history. */
const revisionOf = ({ billRef, paid, completed, withdrawal }: Booking): string =>
  [billRef, paid, completed, withdrawal !== null].join();

function WithdrawalNotice({ withdrawal }: Pick<Booking, 'withdrawal'>) {
  if (!withdrawal) return null;
  const { reason, by, at } = withdrawal;
  return (
    <Notice kind="warn" icon={<IconTicketOff size={18} aria-hidden />} className={css['notice']}>
      <b>This booking was withdrawn.</b> Nothing is due on it. {by.name}, {by.role}, {momentOf(at)}:{' '}
      {reason}
    </Notice>
  );
}
