import { useEffect, useEffectEvent, useState } from 'react';
import type { Booking } from '#contract/bookings.ts';
import { useDispatch } from '#web/api/store-hooks.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { billWords, noBillYet } from '../bill-words.ts';
import { readBill, readBooking } from '../slice.ts';
import css from './booking-detail.module.css';

/** Between two looks for a bill, in milliseconds: at first, and once it is late. */
const often = 3_000;
const seldom = 30_000;
/** For how long a bill is looked for often, in milliseconds. */
const atFirst = 60_000;

/** How far a bill is that is not there yet; the booking is read again once it is. */
export function BillProgress({ booking: { _id } }: { booking: Booking }) {
  const dispatch = useDispatch();
  const [pause, setPause] = useState(often);
  const { data } = useLoaded(_id, () => dispatch(readBill(_id)), pause);

  useEffect(() => {
    const timer = setTimeout(() => setPause(seldom), atFirst);
    return () => clearTimeout(timer);
  }, [_id]);

  const stands = data?.is === 'made';
  const readAgain = useEffectEvent(() => void dispatch(readBooking(_id)));
  useEffect(() => {
    if (stands) readAgain();
  }, [stands]);

  const words = data === null ? noBillYet : billWords(data);
  if (words === null) return null;
  return (
    <Notice kind={words.usual ? 'soft' : 'warn'} className={css['notice']}>
      {words.usual ? words.lead : <b>{words.lead}</b>} {words.rest.join(' ')}
    </Notice>
  );
}
