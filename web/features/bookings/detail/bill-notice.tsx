import { useEffect, useEffectEvent, useState } from 'react';
import type { Booking } from '#contract/bookings.ts';
import { useDispatch } from '#web/api/store-hooks.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { billWords, noBillYet } from '../bill-words.ts';
import { readBill, readBooking } from '../slice.ts';
import css from './booking-detail.module.css';

/** Says why Pay Bill can't be used, if it can't. */
export function BillNotice({ booking }: { booking: Booking }) {
  const { billRef, paid, price, withdrawal } = booking;
  if (withdrawal || paid) return null;
  if (price > 0) return billRef === null && <BillProgress booking={booking} />;
  return (
    <Notice className={css['notice']}>
      Nothing is due on this booking, so there is no bill. Check Status settles it.
    </Notice>
  );
}

/** How often the bill is asked about, in milliseconds: during the first minute, and after it. */
const firstInterval = 3_000;
const laterInterval = 30_000;
const firstMinute = 60_000;

/** How far the bill is while it is being made; the booking is read again once there is one. */
function BillProgress({ booking: { _id } }: { booking: Booking }) {
  const dispatch = useDispatch();
  const [interval, setInterval] = useState(firstInterval);
  const { data } = useLoaded(_id, () => dispatch(readBill(_id)), interval);

  useEffect(() => {
    const timer = setTimeout(() => setInterval(laterInterval), firstMinute);
    return () => clearTimeout(timer);
  }, [_id]);

  const made = data?.is === 'made';
  const readAgain = useEffectEvent(() => void dispatch(readBooking(_id)));
  useEffect(() => {
    if (made) readAgain();
  }, [made]);

  const words = data === null ? noBillYet : billWords(data);
  if (words === null) return null;
  return (
    <Notice kind={words.asUsual ? 'soft' : 'warn'} className={css['notice']}>
      {words.asUsual ? words.lead : <b>{words.lead}</b>} {words.rest.join(' ')}
    </Notice>
  );
}
