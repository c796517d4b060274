import type { Booking } from '#contract/bookings.ts';
import { isUnpaid } from '#contract/owed.ts';
import type { BillState } from '#contract/payments.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { billWords, noBillYet } from '../bill-words.ts';
import css from './booking-detail.module.css';

interface BillNoticeProps {
  booking: Booking;
  /** Null while it isn't known. */
  bill: BillState | null;
}

/** Says why Pay Bill can't be used or shouldn't be, if so. */
export function BillNotice({ booking, bill }: BillNoticeProps) {
  const { billRef, price } = booking;
  if (!isUnpaid(booking)) return null;
  if (price === 0)
    return (
      <Notice className={css['notice']}>
        Nothing is due on this booking, so there is no bill. Select Check Status to mark the booking
        as paid.
      </Notice>
    );
  const words = bill === null ? billRef === null && noBillYet : billWords(bill);
  if (!words) return null;
  return (
    <Notice kind={words.asUsual ? 'soft' : 'warn'} className={css['notice']}>
      {words.asUsual ? words.lead : <b>{words.lead}</b>} {words.rest.join(' ')}
    </Notice>
  );
}
