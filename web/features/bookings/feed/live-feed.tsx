import { useRef } from 'react';
import type { Organisation } from '#contract/places.ts';
import { NewRows } from '#web/ui/table/new-rows.tsx';
import { Panel, PanelBones, PanelEmpty } from '#web/ui/shell/panel.tsx';
import { feedLimit } from './feed-rules.ts';
import { FeedItem } from './feed-item.tsx';
import css from './live-feed.module.css';
import { useFeed } from './use-feed.ts';

export interface LiveFeedProps {
  organisation: Organisation;
  onOpen: (id: string) => void;
}

/** The latest 12 bookings, as they are made. */
export function LiveFeed({ organisation, onOpen }: LiveFeedProps) {
  const area = useRef<HTMLDivElement>(null);
  const feed = useFeed(organisation, area);

  return (
    <div ref={area} className="grid narrow">
      <Panel
        title="Live feed"
        aside={<span className="small quiet">latest {feedLimit}</span>}
        className={css['panel']}
        ready={feed.data !== null}
        failure={feed.failure}
        onRetry={feed.reload}
        skeleton={<PanelBones rows={feedLimit} height={70} />}
      >
        <NewRows arrived={feed.waiting} nouns={['booking', 'bookings']} onShow={feed.show} />
        {feed.rows.length === 0 && <PanelEmpty>No booking has been made yet.</PanelEmpty>}
        <ul
          className={css['feed']}
          aria-label="Live feed"
          data-full={feed.rows.length === feedLimit || undefined}
        >
          {feed.rows.map((booking) => (
            <FeedItem
              key={booking._id}
              booking={booking}
              fresh={feed.fresh.includes(booking._id)}
              onOpen={() => onOpen(booking._id)}
            />
          ))}
        </ul>
      </Panel>
    </div>
  );
}
