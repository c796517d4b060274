import { Link } from 'react-router';
import { type Activity, listActivities } from '#contract/activities.ts';
import type { Organisation } from '#contract/places.ts';
import { may } from '#contract/roles.ts';
import { dataOf } from '#web/api/call.ts';
import { useCurrentUser } from '#web/api/store-hooks.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { dashboardPause, useThrottled } from '#web/device/use-throttled.ts';
import { clockOf, dateOf } from '#web/format/time.ts';
import { concerns, useLiveNews } from '#web/live/events.ts';
import { PanelRow, PanelRows } from '#web/ui/shell/panel-rows.tsx';
import { Panel, PanelEmpty, PanelSkeleton } from '#web/ui/shell/panel.tsx';
import { IconTile } from '#web/ui/ticket/icon-tile.tsx';
import { activityLook, mayOpenRecord } from './activity-rules.tsx';

const limit = 8;
/** Milliseconds between two readings, since changes to users are not in the live stream. */
const every = 60_000;
/** Milliseconds in which a live event leads to another reading. */
const afterEvent = 1_500;

interface RecentActivitiesProps {
  organisation: Organisation;
  onOpen: (record: Activity['record']) => void;
}

/** The latest acts of colleagues. */
export function RecentActivities({ organisation, onOpen }: RecentActivitiesProps) {
  const user = useCurrentUser();
  const { data, failure, reload } = useLoaded(
    organisation,
    (signal) => dataOf(listActivities, { query: { limit, organisation }, signal }),
    every,
  );
  const reloadSoon = useThrottled(reload, afterEvent, dashboardPause);
  useLiveNews((news) => {
    if (concerns(news, organisation)) reloadSoon();
  });

  return (
    <Panel
      title="Recent Activities"
      aside={user && may(user.role, 'see history') && <Link to="/activity">All activity</Link>}
      className="column"
      ready={data !== null}
      failure={failure}
      onRetry={reload}
      skeleton={<PanelSkeleton rows={limit} height={54} />}
    >
      {data?.length === 0 && <PanelEmpty>There is no activity yet.</PanelEmpty>}
      <PanelRows label="Recent Activities" full={data?.length === limit}>
        {data?.map((activity) => {
          const opens = user !== null && mayOpenRecord(user.role, activity);
          return (
            <PanelRow
              key={activity.id}
              mark={<IconTile {...activityLook(activity.event)} />}
              detail={activity.detail}
              end={<time dateTime={activity.at}>{momentOf(activity.at)}</time>}
              onOpen={opens ? () => onOpen(activity.record) : undefined}
            >
              <b>{activity.who}</b> {activity.did} <b>{activity.what}</b>
            </PanelRow>
          );
        })}
      </PanelRows>
    </Panel>
  );
}

/** The time of day if it was today, otherwise the date. */
function momentOf(at: string): string {
  return dateOf(at) === dateOf(Date.now()) ? clockOf(at) : dateOf(at);
}
