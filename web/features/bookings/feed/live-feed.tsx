import { memo, useRef } from 'react';
import type { Booking } from '#contract/bookings.ts';
import type { Organisation } from '#contract/places.ts';
import { nounsOf } from '#contract/records.ts';
import { useCurrentUser } from '#web/api/store-hooks.ts';
import { useLatest } from '#web/device/use-latest.ts';
import { momentOf } from '#web/format/time.ts';
import { useRelativeTime } from '#web/format/use-relative-time.ts';
import { joined } from '#web/format/words.ts';
import { BookingBadge } from '#web/records/booking-stage.tsx';
import { arrivalOf, madeAtOf } from '#web/records/made-at.tsx';
import { Panel, PanelEmpty, PanelSkeleton } from '#web/ui/shell/panel.tsx';
import { NewRows } from '#web/ui/table/new-rows.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import { Registration } from '../booking-columns.tsx';
import css from './live-feed.module.css';
import { feedRows, useFeed } from './use-feed.ts';

interface LiveFeedProps {
  organisation: Organisation;
  onOpen: (id: string) => void;
}

/** The latest 12 bookings, as they are made. */
export function LiveFeed({ organisation, onOpen }: LiveFeedProps) {
  const area = useRef<HTMLDivElement>(null);
  const feed = useFeed(organisation, area);
  const open = useLatest(onOpen);
  const user = useCurrentUser();

  return (
    <div ref={area} className="grid shrink">
      <Panel
        title="Live feed"
        aside={<span className="small quiet">latest {feedRows}</span>}
        className={css['panel']}
        ready={feed.data !== null}
        failure={feed.failure}
        onRetry={feed.reload}
        skeleton={<PanelSkeleton rows={feedRows} height={70} />}
      >
        <NewRows arrived={feed.waiting} nouns={nounsOf('booking')} onShow={feed.show} />
        {feed.rows.length === 0 && <PanelEmpty>There are no bookings yet.</PanelEmpty>}
        <ul
          className={css['feed']}
          aria-label="Live feed"
          data-full={feed.rows.length === feedRows || undefined}
        >
          {feed.rows.map((booking) => (
            <FeedItem
              key={booking._id}
              booking={booking}
              fresh={feed.fresh.includes(booking._id)}
              seesZones={user?.zone === null}
              onOpen={open}
            />
          ))}
        </ul>
      </Panel>
    </div>
  );
}

interface FeedItemProps {
  booking: Booking;
  /** True if it was made while the feed was on the screen. */
  fresh: boolean;
  /** True for whoever looks at several zones. */
  seesZones: boolean;
  onOpen: (id: string) => void;
}

/** Drawn anew only for what is new of its booking: many events concern none of those shown. */
const FeedItem = memo(DrawnItem);

function DrawnItem({ booking, fresh, seesZones, onOpen }: FeedItemProps) {
  const madeAt = madeAtOf(booking);
  const age = useRelativeTime(madeAt);
  const arrival = arrivalOf(booking);
  return (
    <li className={classNames('flex line-top', css['item'])} data-fresh={fresh || undefined}>
      <button
        type="button"
        className={classNames('clickable column grow center', css['open'])}
        onClick={() => onOpen(booking._id)}
      >
        <span className="row wrap between gap-4 tight">
          <b className="grow strong anywhere">{booking.name}</b>
          <Registration booking={booking} />
        </span>
        <span className="row wrap between gap-4 tight">
          <BookingBadge booking={booking} />
          <time className="tiny quiet" dateTime={madeAt} title={momentOf(madeAt)}>
            {joined([seesZones ? booking.zone : '', age, arrival ?? ''])}
          </time>
        </span>
      </button>
    </li>
  );
}
