import { PrintTickets } from './print-tickets.tsx';
import { ShowButton } from './show-button.tsx';

/** What a driver gets right after booking: the ticket on the screen, or on paper. */
export function TicketButtons({ id }: { id: string }) {
  return (
    <>
      <ShowButton id={id} />
      <PrintTickets ids={[id]} size="sm" />
    </>
  );
}
