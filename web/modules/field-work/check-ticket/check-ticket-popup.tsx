import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { CheckTicket } from './check-ticket.tsx';

/** The check over any screen, for whoever stands at a vehicle. */
export function CheckTicketPopup({ onClose }: { onClose: () => void }) {
  return (
    <Dialog opened onClose={onClose} title="Check a ticket" size="sm">
      <CheckTicket withPhones={false} />
    </Dialog>
  );
}
