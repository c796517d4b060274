import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { Booking } from '#contract/bookings.ts';
import { readKnown } from '#contract/dossiers.ts';
import { identifies } from '#contract/identities.ts';
import { CallFailure } from '#web/api/call-failure.ts';
import { call } from '#web/api/call.ts';
import { count, naira } from '#web/format/money.ts';
import { dossierAddress } from '#web/records/addresses/dossier-address.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import css from './booking-detail.module.css';

/**
 * The vehicle's other unpaid bookings. They come after the record, so they stand where nothing
 * moves for them.
 */
export function OtherUnpaid({ booking }: { booking: Booking }) {
  const others = useOtherUnpaid(booking);
  if (others === null) return null;
  const what = others.count === 1 ? 'unpaid booking' : 'unpaid bookings';
  return (
    <Notice kind="warn" className={css['unpaidNotice']}>
      <p>
        This vehicle has {others.more && 'at least '}
        {count(others.count)} other {what}, {naira(others.sum)} to pay.{' '}
        <Link
          className={classNames('inline-row nowrap', css['dossier'])}
          to={dossierAddress('plate', booking.registration)}
        >
          Open dossier
        </Link>
      </p>
    </Notice>
  );
}

interface Unpaid {
  /** The question that this answers. */
  question: string;
  count: number;
  /** Naira. */
  sum: number;
  /** There are more, which were not counted. */
  more: boolean;
}

/**
 * The other unpaid bookings of the same vehicle that the user may see. Null when there are none, or
 * while that isn't known: the booking is shown without them then.
 */
function useOtherUnpaid({ _id, registration, paid, price }: Booking) {
  const [found, setFound] = useState<Unpaid | null>(null);
  // A payment that comes meanwhile changes the answer.
  const question = `${_id} ${registration} ${String(paid)}`;

  useEffect(() => {
    if (!identifies('plate', registration)) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    call(readKnown, { query: { of: 'plate', value: registration }, signal })
      .then(({ data: { open, within } }) =>
        setFound({ question, ...open, more: within !== undefined }),
      )
      .catch((error: unknown) => {
        if (!signal.aborted && !(error instanceof CallFailure)) throw error;
      });
    return () => controller.abort();
  }, [registration, question]);

  if (found?.question !== question) return null;
  const others = paid ? found : { ...found, count: found.count - 1, sum: found.sum - price };
  return others.count > 0 ? others : null;
}
