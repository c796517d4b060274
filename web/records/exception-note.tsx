import { Link } from 'react-router';
import type { Booking } from '#contract/bookings.ts';
import { useDispatch, useMay } from '#web/api/store-hooks.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { exceptionAddress, kindLabels, listExceptions } from './exceptions.ts';

/** Links to the exceptions of a booking that are not settled yet. */
export function ExceptionNote({ booking }: { booking: Booking }) {
  return useMay('see exceptions') && <Unsettled booking={booking} />;
}

function Unsettled({ booking: { _id, billRef, paid } }: { booking: Booking }) {
  const dispatch = useDispatch();
  // Loaded again once the bill is made or paid.
  const { data } = useLoaded(`${_id} ${billRef ?? ''} ${paid}`, () =>
    dispatch(listExceptions({ booking: _id, limit: 20 })),
  );
  const unsettled = data?.data.filter(({ state }) => state !== 'settled') ?? [];
  return unsettled.map(({ id, kind, state }) => (
    <Notice key={id} kind="warn">
      <b>{kindLabels[kind]}.</b>{' '}
      <Link to={exceptionAddress(id, state)}>
        {state === 'open' ? 'A person must look at this' : 'Its settlement is to be confirmed'}
      </Link>
    </Notice>
  ));
}
