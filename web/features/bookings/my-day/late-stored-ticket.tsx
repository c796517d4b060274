import type { WaitingRecord } from '#web/sending/waiting-record.ts';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';

const storedTicket = lazyPart(() => import('../stored-ticket.tsx'));

/** The ticket of a booking that this device keeps, fetched once somebody asks for it. */
export function LateStoredTicket(props: { record: WaitingRecord; onClose: () => void }) {
  const StoredTicket = storedTicket.use(true)?.StoredTicket;
  return StoredTicket ? <StoredTicket {...props} /> : null;
}
