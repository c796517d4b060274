import type { ReactNode } from 'react';
import { listBookings } from '#contract/bookings.ts';
import { dataOf } from '#web/api/call.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { bookingName } from '#web/features/bookings/booking-words.ts';
import { naira } from '#web/format/money.ts';
import { momentOf } from '#web/format/time.ts';
import { useKept } from '#web/records/known/use-kept.ts';
import { LazyWaitingRows } from '#web/records/lazy-waiting-rows.tsx';
import { madeAtOf } from '#web/records/made-at.tsx';
import { Slot } from '#web/records/slot.tsx';
import { TicketWays } from '#web/records/ticket-ways.tsx';
import type { ChosenTicket } from '#web/records/waiting-rows.tsx';
import { readOwnBookings } from '#web/sending/own-bookings.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import css from './my-day.module.css';

/** The officer's bookings that wait on this device, each with its ticket. */
export const WaitingTickets = ({ onTicket }: { onTicket: (ticket: ChosenTicket) => void }) => (
  <LazyWaitingRows
    kind="booking"
    onTicket={onTicket}
    actionOf={(id) => <Slot name="ticket of a booking" id={id} />}
  />
);

interface LastTicketProps {
  userId: string;
  today: string;
  onTicket: (ticket: ChosenTicket) => void;
}

/** The ticket that was issued last, by the server, else by this device. */
export function LastTicket({ userId, today, onTicket }: LastTicketProps) {
  const { data, failure } = useLoaded(`${userId} ${today}`, (signal) =>
    dataOf(listBookings, { query: { bookedBy: userId, page: 1, limit: 1 }, signal }),
  );
  const kept = useKept(userId, failure !== null, async () => {
    const [found] = await readOwnBookings(userId);
    return found ? { found, readAt: 0 } : null;
  })?.found;
  const last = data?.[0];
  let words: ReactNode = null;
  if (last)
    words = (
      <>
        <Words name={bookingName(last)} at={madeAtOf(last)} price={last.price} />
        <Slot name="ticket of a booking" id={last._id} wanted />
      </>
    );
  else if (kept)
    words = (
      <>
        <Words name={kept.label} at={kept.madeAt} price={kept.toldPrice ?? 0} />
        <TicketWays onChoose={(way) => onTicket({ record: kept, way, received: true })} />
      </>
    );
  else if (data) words = <p className="small quiet">You have not made any bookings yet.</p>;
  else if (failure) words = <Notice kind="soft">{failure}</Notice>;
  return words;
}

const Words = ({ name, at, price }: { name: string; at: string; price: number }) => (
  <div>
    <p className={classNames('strong', css['figure'])}>{name}</p>
    <p className="small quiet">
      {momentOf(at)}, {naira(price)}
    </p>
  </div>
);
