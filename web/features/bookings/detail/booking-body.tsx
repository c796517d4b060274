import type { ReactNode } from 'react';
import type { Booking } from '#contract/bookings.ts';
import { ExceptionNote } from '#web/records/exception-note.tsx';
import { RecordBody } from '#web/records/record-dialog.tsx';
import type { OpenRecord } from '#web/records/use-record.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { BillProgress } from './bill-progress.tsx';
import { BookingFacts } from './booking-facts.tsx';
import { DetailHeading } from '#web/ui/dialog/detail.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import css from './booking-detail.module.css';
import { BookingLifecycle } from './booking-lifecycle.tsx';
import { FinesTable } from './fines-table.tsx';
import { OtherUnpaid } from './other-unpaid.tsx';
import { WithdrawalNotice } from './withdrawal-notice.tsx';

interface BookingBodyProps {
  booking: Booking;
  /** On a phone the head scrolls along with the rest. */
  header: ReactNode;
  reading: OpenRecord<Booking>;
  /** The way to withdraw it, where it is open. */
  withdrawal?: ReactNode;
}

/** What a booking holds: its progress and fines, and the facts beside them. */
export function BookingBody(props: BookingBodyProps) {
  const { booking, header, reading, withdrawal } = props;
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
      <WithdrawalNotice booking={booking} />
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

/** What makes its history longer. */
const revisionOf = ({ billRef, paid, completed, withdrawal }: Booking): string =>
  [billRef, paid, completed, withdrawal !== null].join();

/** Says what stands in the way of Pay Bill, if anything does. */
function BillNotice({ booking }: { booking: Booking }) {
  const { billRef, paid, price, withdrawal } = booking;
  if (withdrawal || paid) return null;
  if (price > 0) return billRef === null && <BillProgress booking={booking} />;
  return (
    <Notice className={css['notice']}>
      Nothing is due on this booking, so there is no bill. Check Status settles it.
    </Notice>
  );
}
