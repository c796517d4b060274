import type { ReactNode } from 'react';
import { useListAddress } from '#web/lists/address.ts';
import { useListScroll } from '#web/lists/scroll.ts';
import { naira } from '#web/format/money.ts';
import { useSearchBox } from '#web/lists/use-search-box.ts';
import { ListScreen } from '#web/ui/table/list-screen.tsx';
import { BookingCard } from './booking-card.tsx';
import { bookingColumns } from './booking-columns.tsx';
import { useBookingFilters } from './booking-filters.tsx';
import { BookingListActions } from './booking-list-actions.tsx';
import { BookingListEmpty } from './booking-list-empty.tsx';
import type { BookingListView } from './booking-list-view.ts';
import { bookingSortChoice } from './booking-sort-choice.ts';
import { bookingCount } from './booking-words.ts';
import { BookingDetail } from './detail/booking-detail.tsx';
import { useBookingList } from './use-booking-list.ts';

export interface BookingListProps {
  view: BookingListView;
  /** Stands beside the list on wide screens, above it otherwise. */
  aside?: ReactNode;
}

/** A list of bookings, and the record that is open over it. */
export function BookingList({ view, aside }: BookingListProps) {
  const steps = useListAddress(view.grammar);
  const list = useBookingList(view, steps);
  const box = useSearchBox(steps);
  const filters = useBookingFilters(view, steps);
  useListScroll(list.loaded && !list.loading);
  const { address } = steps;
  const { failure, news } = list;
  const refused = failure?.status === 403 ? failure : null;
  const clear = () => {
    box.forget();
    steps.clear();
  };

  return (
    <>
      <ListScreen
        title={view.title}
        actions={
          <BookingListActions view={view} steps={steps} total={list.loaded ? list.total : null} />
        }
        aside={aside}
        search={{
          text: box.text,
          onType: box.type,
          placeholder: 'Search plate, name, phone, licence, reference',
        }}
        count={bookingCount(list.total)}
        sum={list.total > 0 ? `${naira(list.sum)} ${view.sumIs}` : undefined}
        filters={{ filters, onClear: clear }}
        sort={bookingSortChoice(steps)}
        columns={bookingColumns(steps)}
        rows={refused ? [] : list.rows}
        rowKey={(booking) => booking._id}
        renderCard={(booking) => (
          <BookingCard booking={booking} onOpen={() => steps.open(booking._id)} />
        )}
        onOpen={(booking) => steps.open(booking._id)}
        loaded={list.loaded}
        loading={list.loading}
        failure={refused ? null : (failure?.message ?? null)}
        onReload={list.reload}
        news={{
          ...news,
          nouns: ['booking', 'bookings'],
          onShow: () => {
            if (address.page > 1 && news.arrived > 0) steps.turnTo(1);
            else list.reload();
          },
        }}
        empty={<BookingListEmpty view={view} sought={address} refused={refused} onClear={clear} />}
        question={list.question}
        pager={{
          page: Math.min(address.page, list.pages),
          pages: list.pages,
          onPage: steps.turnTo,
          limit: address.limit,
          onLimit: steps.resize,
        }}
      />
      <BookingDetail id={address.open} onClose={steps.close} onChanged={list.reload} />
    </>
  );
}
