import { PageHead } from '#web/ui/shell/page-head.tsx';
import { CheckTicket } from './check-ticket.tsx';

export default function CheckTicketPage() {
  return (
    <>
      <PageHead
        title="Check a ticket"
        detail="Tells whether a ticket is genuine, without a network too."
      />
      <CheckTicket withPhones />
    </>
  );
}

CheckTicketPage.help =
  'Use this page to check whether a ticket is genuine. Scan its code, or type it. It says who issued it, when, and for how much. If it is forged, keep the paper and call your zonal head.';
