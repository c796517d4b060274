import type { ReactNode } from 'react';
import { useListAddress } from '#web/lib/list-address.ts';
import { useSearchBox } from '#web/lib/use-search-box.ts';
import { Card } from '#web/ui/card.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { DataList } from '#web/ui/data-list.tsx';
import { ListFailure } from '#web/ui/list-failure.tsx';
import { ListToolbar } from '#web/ui/list-toolbar.tsx';
import { NewRows } from '#web/ui/new-rows.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { Strip } from '#web/ui/strip.tsx';
import { BookingCard } from './booking-card.tsx';
import { bookingColumns } from './booking-columns.tsx';
import { BookingListEmpty } from './booking-list-empty.tsx';
import type { BookingListView } from './booking-list-view.ts';
import css from './booking-list.module.css';
import { bookingCount } from './booking-words.ts';
import { BookingDetail } from './detail/booking-detail.tsx';
import { useBookingList } from './use-booking-list.ts';

export interface BookingListProps {
  view: BookingListView;
  /** Stands beside the list on wide screens, above it otherwise. */
  aside?: ReactNode;
}

/** The shared list screen: title, search, count, rows, pager, and the record open over it. */
export function BookingList({ view, aside }: BookingListProps) {
  const steps = useListAddress();
  const list = useBookingList(view, steps);
  const box = useSearchBox(steps);
  const { search, page, limit, open } = steps.address;
  const retry = { label: 'Try again', onChoose: list.reload };

  const empty = list.failure ? (
    <ListFailure message={list.failure.message} onRetry={list.reload} />
  ) : (
    <BookingListEmpty view={view} search={search} onClear={box.clear} />
  );

  return (
    <>
      <PageHead title={view.title} />
      <div className={classNames(css['layout'], aside != null && css['withAside'])}>
        <Card label={`${view.title} list`} bareOnPhone className={css['list']}>
          <ListToolbar
            search={box.text}
            onSearch={box.type}
            searchLabel={`Search ${view.title}`}
            placeholder="Search plate, name, phone, licence, reference"
            count={list.loaded && <b>{bookingCount(list.total)}</b>}
          />
          {list.failure && list.rows.length > 0 && (
            <Strip kind="bad" action={retry} flush>
              <b>{list.failure.message}</b> The rows below are from before.
            </Strip>
          )}
          <NewRows
            {...list.news}
            nouns={['booking', 'bookings']}
            onShow={() => {
              if (page > 1 && list.news.arrived > 0) steps.turnTo(1);
              else list.reload();
            }}
          />
          <DataList
            label={view.title}
            columns={bookingColumns((booking) => steps.open(booking._id))}
            rows={list.rows}
            rowKey={(booking) => booking._id}
            renderCard={(booking) => (
              <BookingCard booking={booking} onOpen={() => steps.open(booking._id)} />
            )}
            onOpen={(booking) => steps.open(booking._id)}
            loading={list.loading}
            stale={list.loading}
            empty={empty}
            skeletons={limit}
          />
          {list.loaded && (
            <Pager
              page={Math.min(page, list.pages)}
              pages={list.pages}
              onPage={steps.turnTo}
              limit={limit}
              onLimit={steps.resize}
            />
          )}
        </Card>
        {aside}
      </div>
      <BookingDetail id={open} onClose={steps.close} onChanged={list.reload} />
    </>
  );
}
