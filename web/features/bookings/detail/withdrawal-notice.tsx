import { IconTicketOff } from '@tabler/icons-react';
import type { Booking } from '#contract/bookings.ts';
import { momentOf } from '#web/format/time.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import css from './booking-detail.module.css';

/** That a booking was withdrawn: who did it, when and why. */
export function WithdrawalNotice({ booking: { withdrawal } }: { booking: Booking }) {
  if (!withdrawal) return null;
  const { reason, by, at } = withdrawal;
  return (
    <Notice kind="warn" icon={<IconTicketOff size={18} aria-hidden />} className={css['notice']}>
      <b>This booking was withdrawn.</b> Nothing is due on it. {by.name}, {by.role}, {momentOf(at)}:{' '}
      {reason}
    </Notice>
  );
}
