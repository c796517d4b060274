import { PageHead } from '#web/ui/shell/page-head.tsx';
import { LinkedScreens } from './linked-screens.tsx';

/** The door to what follows a ticket that isn't simply paid. */
export default function AfterPage() {
  return (
    <>
      <PageHead title="After the Ticket" />
      <LinkedScreens
        title="What follows a ticket"
        about={{
          '/obligations':
            'Repairs, training, custody and what else penalties ask for, and what is overdue.',
          '/disputes': 'What booked people say against their tickets, and what was answered.',
          '/court': 'Tickets that may be referred, batches, hearings and what courts decided.',
          '/refunds': 'Money that was given back: what waits for a second person, and what counts.',
          '/holds':
            'Tickets that are kept from erasure for a court or authority: for whom, why, until when.',
          '/ticket-rules':
            'Powers, days to pay, reminders, holidays and courts, and from which day they hold.',
          '/messages':
            'What drivers were told by text message or mail, what came of it, and its cost.',
        }}
      />
    </>
  );
}

AfterPage.help =
  'This page links to what can follow a ticket, such as a dispute or a court case. Select the page that you need. You only see the pages that your role may open. A state admin says who holds which duty.';
