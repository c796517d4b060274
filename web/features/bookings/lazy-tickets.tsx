import type { ChosenTicket } from '#web/records/waiting-rows.tsx';
import { lazyPart, type Wanted } from '#web/ui/overlay/lazy-part.ts';

const tickets = lazyPart(() => import('./ticket-dialogs.tsx'));

/** The ticket of a booking that waits on this device. */
export function LazyStoredTicket(props: ChosenTicket & { onClose: () => void }) {
  const there = tickets.use(true);
  return there && <there.StoredTicket {...props} />;
}

/** Prints the tickets of chosen bookings. */
export function LazyPrintTickets(props: { ids: readonly string[] }) {
  const there = tickets.use(true);
  return there && <there.PrintTickets {...props} />;
}

/** Shows and prints the ticket of a booking that the server has. */
export function LazyTicketButtons({ id, wanted = 'soon' }: { id: string; wanted?: Wanted }) {
  const there = tickets.use(wanted);
  return there && <there.TicketButtons id={id} />;
}

/** Shows the ticket of an open booking, from its head. */
export function LazyShowButton({ id }: { id: string }) {
  const there = tickets.use(true);
  return there && <there.ShowButton id={id} inHead />;
}
