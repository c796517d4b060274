import { useState } from 'react';
import { useNavigate } from 'react-router';
import { headquarters, type Organisation } from '#contract/places.ts';
import { may } from '#contract/roles.ts';
import { type Colleague, listUsers } from '#contract/users.ts';
import { call } from '#web/api/call.ts';
import { useMay } from '#web/api/store-hooks.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { Age } from '#web/format/age.tsx';
import { useRelativeTime } from '#web/format/use-relative-time.ts';
import { capitalised } from '#web/format/words.ts';
import { useLiveNews } from '#web/live/events.ts';
import { bookingsOf } from '#web/records/addresses/bookings-path.ts';
import { Avatar } from '#web/ui/controls/avatar.tsx';
import { MoreRows, PanelRow, PanelRows } from '#web/ui/shell/panel-rows.tsx';
import { Panel, PanelEmpty, PanelSkeleton } from '#web/ui/shell/panel.tsx';
import css from './personnel-panel.module.css';
import { fullName, pictureAddress } from './user-words.ts';

const firstRows = 8;
const maxLimit = 100;
/** Milliseconds between two reads of the list. */
const interval = 60_000;

/** Colleagues, the last active first; one who books leads to their bookings. */
export function PersonnelPanel({ organisation }: { organisation: Organisation }) {
  const [limit, setLimit] = useState<number>(firstRows);
  const { data, failure, reload } = useLoaded(
    organisation,
    (signal) =>
      call(listUsers, { query: { limit, page: 1, organisation, sort: '-lastActive' }, signal }),
    interval,
  );
  useLiveNews(({ type }) => {
    if (type === 'reset') reload();
  });
  const rest = data === null ? 0 : Math.min(data.total, maxLimit) - data.data.length;

  return (
    <Panel
      title="Personnel"
      aside={<span className={css['aside']}>last active</span>}
      className="column"
      ready={data !== null}
      failure={failure}
      onRetry={reload}
      skeleton={<PanelSkeleton rows={firstRows} height={54} />}
    >
      {data?.data.length === 0 && <PanelEmpty>There are no personnel here yet.</PanelEmpty>}
      <PanelRows label="Personnel" full={data !== null && data.count >= firstRows}>
        {data?.data.map((colleague) => (
          <Person key={colleague.id} colleague={colleague} />
        ))}
      </PanelRows>
      {rest > 0 && limit < maxLimit && (
        <MoreRows
          onShow={() => {
            setLimit(maxLimit);
            reload();
          }}
        >
          Show {rest} more
        </MoreRows>
      )}
    </Panel>
  );
}

function Person({ colleague }: { colleague: Colleague }) {
  const { id, role, zone, picture, lastActive } = colleague;
  const navigate = useNavigate();
  const leads = useMay('see paid bookings') && may(role, 'book');
  const age = useRelativeTime(lastActive);
  const name = fullName(colleague);
  const now = age === 'Just Now' || age.endsWith('seconds ago');
  return (
    <PanelRow
      mark={<Avatar name={name} picture={pictureAddress(picture)} size="sm" />}
      detail={`${capitalised(role)}, ${zone ?? headquarters}`}
      onOpen={leads ? () => void navigate(bookingsOf(id)) : undefined}
      end={
        <span className={now ? css['now'] : undefined}>
          <Age at={lastActive} />
        </span>
      }
    >
      <b>{name}</b>
    </PanelRow>
  );
}
