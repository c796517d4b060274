import { Link } from 'react-router';
import { useDispatch, useMay } from '#web/api/store-hooks.ts';
import type { NotedBooking } from '#web/records/booking-note.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { listExceptions } from './exception-calls.ts';
import { exceptionAddress, kindLabels } from './exception-words.ts';

/** In an open booking: what stands in the way of its bill or its money, leading there. */
export function BookingException({ booking }: { booking: NotedBooking }) {
  return useMay('see exceptions') && <Unsettled {...booking} />;
}

function Unsettled({ id, billRef, paid }: NotedBooking) {
  const dispatch = useDispatch();
  // Asked again as soon as the bill stands or is paid.
  const { data } = useLoaded(`${id} ${billRef ?? ''} ${paid}`, () =>
    dispatch(listExceptions({ booking: id, limit: 20 })),
  );
  const unsettled = data?.data.filter(({ state }) => state !== 'settled') ?? [];
  return unsettled.map(({ id: exception, kind, state }) => (
    <Notice key={exception} kind="warn">
      <b>{kindLabels[kind]}.</b>{' '}
      <Link to={exceptionAddress(exception, state)}>
        {state === 'open' ? 'A person must look at this' : 'Its settlement is to be confirmed'}
      </Link>
    </Notice>
  ));
}
