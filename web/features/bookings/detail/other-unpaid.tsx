import { Link } from 'react-router';
import type { Booking } from '#contract/bookings.ts';
import { dossierAddress } from '#web/records/dossier-address.ts';
import { count, naira } from '#web/format/money.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import css from './booking-detail.module.css';
import { useOtherUnpaid } from './use-other-unpaid.ts';

/** What else is to be paid for the vehicle, with the way to it. Stands under the fines: nothing moves. */
export function OtherUnpaid({ booking }: { booking: Booking }) {
  const others = useOtherUnpaid(booking);
  if (others === null) return null;
  const what = others.count === 1 ? 'unpaid booking' : 'unpaid bookings';
  return (
    <Notice kind="warn" className={css['notice']}>
      <p>
        This vehicle has {count(others.count)} other {what}, {naira(others.sum)} to pay.{' '}
        <Link className={css['dossier']} to={dossierAddress('plate', booking.registration)}>
          Open dossier
        </Link>
      </p>
    </Notice>
  );
}
