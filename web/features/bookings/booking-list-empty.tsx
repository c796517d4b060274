import { IconFilterOff, IconTicket } from '@tabler/icons-react';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { useMay } from '#web/lib/store-hooks.ts';
import type { BookingListView } from './booking-list-view.ts';
import { NewBookingButton } from './new-booking-button.tsx';

export interface BookingListEmptyProps {
  view: BookingListView;
  search: string;
  onClear: () => void;
}

/** In place of the rows: nothing matches the search, or there is nothing yet. */
export function BookingListEmpty({ view, search, onClear }: BookingListEmptyProps) {
  const mayBook = useMay('book');
  if (search !== '') {
    return (
      <EmptyState
        icon={<IconFilterOff size={30} stroke={1.5} />}
        heading="No items found"
        action={<Button onClick={onClear}>Clear search</Button>}
      >
        Nothing matches “{search}”.
      </EmptyState>
    );
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
