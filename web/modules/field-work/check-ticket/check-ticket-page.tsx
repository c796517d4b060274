import { PageHead } from '#web/ui/shell/page-head.tsx';
import { CheckTicket } from './check-ticket.tsx';

export default function CheckTicketPage() {
  return (
    <>
      <PageHead
        title="Check a ticket"
        detail="Find out whether a ticket is genuine, even without a network."
      />
      <CheckTicket withPhones />
    </>
  );
}

CheckTicketPage.help =
  'Use this page to check whether a ticket is genuine. Scan or enter its code. Hanya shows who issued the ticket, when, and for how much. If the ticket is forged, keep the paper and call your zonal head.';
