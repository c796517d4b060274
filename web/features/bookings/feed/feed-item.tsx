import type { Booking } from '#contract/bookings.ts';
import { useRelativeTime } from '#web/format/use-relative-time.ts';
import { Registration } from '../booking-columns.tsx';
import { BookingStub } from '../booking-stub.tsx';
import css from './live-feed.module.css';

export interface FeedItemProps {
  booking: Booking;
  /** It came while the feed was looked at. */
  fresh: boolean;
  onOpen: () => void;
}

/** One booking of the feed; the whole item opens it. */
export function FeedItem({ booking, fresh, onOpen }: FeedItemProps) {
  const age = useRelativeTime(booking.createdAt);
  return (
    <li className={css['item']} data-fresh={fresh || undefined}>
      <button type="button" className={css['open']} onClick={onOpen}>
        <span className="row wrap between gap-4 tight">
          <b className="grow strong anywhere">{booking.name}</b>
          <Registration booking={booking} />
        </span>
        <span className="row wrap between gap-4 tight">
          <BookingStub booking={booking} />
          <time className="tiny quiet" dateTime={booking.createdAt}>
            {age}
          </time>
        </span>
      </button>
    </li>
  );
}
