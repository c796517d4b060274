import { IconTicket } from '@tabler/icons-react';
import type { FailedCall } from '#web/api/call-failure.ts';
import { countFilters } from '#web/lists/filters.ts';
import { useMay } from '#web/api/store-hooks.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { NoMatch } from '#web/ui/table/no-match.tsx';
import { NotOpen } from '#web/ui/feedback/not-open.tsx';
import type { BookingListView, Sought } from './booking-list-view.ts';
import { NewBookingButton } from './new-booking-button.tsx';

export interface BookingListEmptyProps {
  view: BookingListView;
  sought: Sought;
  /** Set when these bookings are not for whoever asks. */
  refused: FailedCall | null;
  onClear: () => void;
}

/** In place of the rows: they are not for this role, nothing matches, or there is nothing yet. */
export function BookingListEmpty({ view, sought, refused, onClear }: BookingListEmptyProps) {
  const mayBook = useMay('book');
  const { search, filters } = sought;
  const set = countFilters(filters);
  if (refused) return <NotOpen>{refused.message}</NotOpen>;
  if (search !== '' || set > 0) {
    return <NoMatch heading="No items found" search={search} filters={set} onClear={onClear} />;
  }
  return (
    <EmptyState
      icon={<IconTicket size={30} stroke={1.5} />}
      heading="No items found"
      action={view.offersBooking && mayBook ? <NewBookingButton /> : undefined}
    >
      {view.nothingYet}
    </EmptyState>
  );
}
