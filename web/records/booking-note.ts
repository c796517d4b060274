import { createContext, use, type ReactNode } from 'react';

/** A booking that is open, as far as a note about it depends on it. */
export interface NotedBooking {
  id: string;
  billRef: string | null;
  paid: boolean;
}

/** Bookings don't know payment exceptions: whoever shows them says here what is known of one. */
export const BookingNoteContext = createContext<((booking: NotedBooking) => ReactNode) | null>(
  null,
);

/** In an open booking: what a person must look at before its bill or its payment counts, if anything. */
export function BookingNote(booking: NotedBooking): ReactNode {
  return use(BookingNoteContext)?.(booking) ?? null;
}
