import { useState } from 'react';
import { useCurrentUser } from '#web/api/store-hooks.ts';
import { deviceTicketOf } from '#web/modules/after-ticket/papers/paper/device-ticket.ts';
import { ShowTicket } from '#web/modules/after-ticket/papers/paper/show-ticket.tsx';
import {
  practiceWords,
  TicketPaper,
} from '#web/modules/after-ticket/papers/paper/ticket-paper.tsx';
import type { Practised } from '#web/records/slot.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';

interface PracticeTicketProps extends Practised {
  onClose: () => void;
}

/** The made-up ticket of a booking that was practised: it is neither kept, nor signed, nor sent. */
export function PracticeTicket({ body, price: toldPrice, offences, onClose }: PracticeTicketProps) {
  const user = useCurrentUser();
  const [shows, setShows] = useState(false);
  const [ticket] = useState(() =>
    deviceTicketOf(
      {
        _id: '0000000000PRACTICEPRACTICE',
        body,
        toldPrice,
        madeAt: new Date().toISOString(),
      },
      { organisation: null, officer: `${user?.firstName} ${user?.lastName}`, offences },
    ),
  );
  const { plate = '', price = 0 } = ticket ?? {};
  return (
    <Dialog opened onClose={onClose} title={shows ? 'Practice: Show to driver' : 'Practice ticket'}>
      <div className="column gap-6">
        <Notice kind="warn">
          <b>This was practice.</b> Hanya did not record, count, send or store anything.
        </Notice>
        {shows && ticket ? (
          <ShowTicket
            ticket={{
              plate,
              price,
              billRef: null,
              phone: '',
              toPay: false,
              practice: true,
              state: (say) => say(practiceWords),
              organisation: ticket.organisation,
              language: ticket.language,
              signedAddress: practiceWords,
            }}
          />
        ) : (
          <Button onClick={() => setShows(true)}>Show to driver</Button>
        )}
        {ticket && !shows && <TicketPaper ticket={{ ...ticket, practice: true }} userId="" />}
      </div>
    </Dialog>
  );
}
