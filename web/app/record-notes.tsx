import { Outlet } from 'react-router';
import { BookingException } from '#web/features/exceptions/booking-exception.tsx';
import { RecordHistory } from '#web/features/history/record-history.tsx';
import { BookingNoteContext } from '#web/records/booking-note.ts';
import { RecordHistoryContext } from '#web/records/record-history.ts';

/** Every screen in it can show what is odd about an open booking, and the history of an open record. */
export function WithRecordNotes() {
  return (
    <BookingNoteContext value={(booking) => <BookingException booking={booking} />}>
      <RecordHistoryContext value={(of) => <RecordHistory {...of} />}>
        <Outlet />
      </RecordHistoryContext>
    </BookingNoteContext>
  );
}
