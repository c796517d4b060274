import { Outlet } from 'react-router';
import { BookingException } from '#web/features/exceptions/booking-exception.tsx';
import { RecordHistory } from '#web/features/history/record-history.tsx';
import { ViewsMenu } from '#web/features/views/views-menu.tsx';
import { BookingNoteContext } from '#web/records/booking-note.ts';
import { ListViewsContext } from '#web/lists/views.ts';
import { RecordHistoryContext } from '#web/records/record-history.ts';

/**
 * Every screen in it can show the kept views of its list, what is odd about an open booking, and the
 * history of an open record.
 */
export function WithListViews() {
  return (
    <ListViewsContext value={(list) => <ViewsMenu key={list.screen} {...list} />}>
      <BookingNoteContext value={(booking) => <BookingException booking={booking} />}>
        <RecordHistoryContext value={(of) => <RecordHistory {...of} />}>
          <Outlet />
        </RecordHistoryContext>
      </BookingNoteContext>
    </ListViewsContext>
  );
}
