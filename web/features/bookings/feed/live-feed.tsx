import { useMediaQuery } from '@mantine/hooks';
import { useRef, useState } from 'react';
import type { Organisation } from '#contract/places.ts';
import { NewRows } from '#web/ui/table/new-rows.tsx';
import { MoreRows } from '#web/ui/shell/panel-rows.tsx';
import { Panel, PanelBones, PanelEmpty } from '#web/ui/shell/panel.tsx';
import { feedLimit } from './feed-rules.ts';
import { FeedItem } from './feed-item.tsx';
import css from './live-feed.module.css';
import { useFeed } from './use-feed.ts';

/** How many stand in the feed where it isn't beside the rest, before the others are asked for. */
const few = 5;

export interface LiveFeedProps {
  organisation: Organisation;
  onOpen: (id: string) => void;
}

/** The latest 12 bookings, as they are made. */
export function LiveFeed({ organisation, onOpen }: LiveFeedProps) {
  const area = useRef<HTMLDivElement>(null);
  const feed = useFeed(organisation, area);
  const [unfolded, setUnfolded] = useState(false);
  const beside = useMediaQuery('(min-width: 75em)', true, { getInitialValueInEffect: false });
  const most = beside || unfolded ? feedLimit : few;
  const rest = feed.rows.length - most;

  return (
    <div ref={area} className={css['area']}>
      <Panel
        title="Live feed"
        aside={<span className={css['aside']}>latest {feedLimit}</span>}
        className={css['panel']}
        ready={feed.data !== null}
        failure={feed.failure}
        onRetry={feed.reload}
        skeleton={<PanelBones rows={most} height={70} />}
      >
        <NewRows arrived={feed.waiting} nouns={['booking', 'bookings']} onShow={feed.show} />
        {feed.rows.length === 0 && <PanelEmpty>No booking has been made yet.</PanelEmpty>}
        <ul
          className={css['feed']}
          aria-label="Live feed"
          data-full={feed.rows.length === feedLimit || undefined}
        >
          {feed.rows.slice(0, most).map((booking) => (
            <FeedItem
              key={booking._id}
              booking={booking}
              fresh={feed.fresh.includes(booking._id)}
              onOpen={() => onOpen(booking._id)}
            />
          ))}
        </ul>
        {rest > 0 && <MoreRows onShow={() => setUnfolded(true)}>Show {rest} more</MoreRows>}
      </Panel>
    </div>
  );
}
