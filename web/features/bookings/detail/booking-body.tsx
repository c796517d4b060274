import type { ReactNode } from 'react';
import type { Booking } from '#contract/bookings.ts';
import { BookingNote } from '#web/records/booking-note.ts';
import type { FailedCall } from '#web/api/call-failure.ts';
import { RecordHistory } from '#web/records/record-history.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Strip } from '#web/ui/feedback/strip.tsx';
import { BillProgress } from './bill-progress.tsx';
import { BookingFacts } from './booking-facts.tsx';
import { DetailBody, DetailHeading } from '#web/ui/dialog/detail.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import css from './booking-detail.module.css';
import { BookingLifecycle } from './booking-lifecycle.tsx';
import { awaitsBill } from './booking-record.ts';
import { FinesTable } from './fines-table.tsx';
import { OtherUnpaid } from './other-unpaid.tsx';
import { WithdrawalNotice } from './withdrawal-notice.tsx';

export interface BookingBodyProps {
  booking: Booking;
  /** On a phone the head scrolls along with the rest. */
  header: ReactNode;
  failure: FailedCall | null;
  onRetry: () => void;
  /** The way to withdraw it, where it is open. */
  withdrawal?: ReactNode;
}

/** What a booking holds: its progress and fines, and the facts beside them. */
export function BookingBody(props: BookingBodyProps) {
  const { booking, header, failure, onRetry, withdrawal } = props;
  return (
    <>
      {failure && (
        <Strip kind="bad" action={{ label: 'Try again', onChoose: onRetry }} flush>
          <b>{failure.message}</b> This is the booking as it was loaded before.
        </Strip>
      )}
      <DetailBody facts={<BookingFacts booking={booking} />}>
        {header}
        <BookingLifecycle booking={booking} />
        <WithdrawalNotice booking={booking} />
        <BillNotice booking={booking} />
        <div className={classNames('grid gap-4', css['notes'])}>
          <BookingNote id={booking._id} billRef={booking.billRef} paid={booking.paid} />
        </div>
        <DetailHeading>Fines</DetailHeading>
        <FinesTable offences={booking.offence} price={booking.price} />
        <OtherUnpaid booking={booking} />
        {withdrawal}
        <RecordHistory record="booking" id={booking._id} revision={revisionOf(booking)} />
      </DetailBody>
    </>
  );
}

/** What makes its history longer. */
const revisionOf = ({ billRef, paid, completed, withdrawal }: Booking): string =>
  [billRef, paid, completed, withdrawal !== null].join();

/** Says what stands in the way of Pay Bill, if anything does. */
function BillNotice({ booking }: { booking: Booking }) {
  const { paid, price, withdrawal } = booking;
  if (withdrawal) return null;
  if (awaitsBill(booking)) return <BillProgress booking={booking} />;
  if (paid || price > 0) return null;
  return (
    <Notice className={css['notice']}>
      Nothing is due on this booking, so there is no bill. Check Status settles it.
    </Notice>
  );
}
