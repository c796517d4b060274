import type { Booking } from '#contract/bookings.ts';
import { PrintMenu } from './print-menu.tsx';
import { ShowButton } from './show-button.tsx';

// One lazy part, so that only whoever opens it fetches the library that draws QR codes.
export { PracticeTicket } from './practice-ticket.tsx';
export { PrintTickets } from './print-tickets.tsx';
export { StoredTicket } from './stored-ticket.tsx';
export { TicketButtons } from './ticket-buttons.tsx';

/** Shows the ticket of an open booking to its driver, and prints its papers. */
export function PapersOfBooking({ booking }: { booking: Booking }) {
  return (
    <>
      <ShowButton id={booking._id} inHead />
      <PrintMenu booking={booking} />
    </>
  );
}
