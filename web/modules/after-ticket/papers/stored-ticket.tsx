import { useEffect, useState } from 'react';
import { z } from 'zod';
import type { Say } from '#contract/language.ts';
import { organisationOfState, organisationSchema } from '#contract/places.ts';
import type { SignedInUser } from '#web/api/current-user.ts';
import { useCurrentUser } from '#web/api/store-hooks.ts';
import { failedCall } from '#web/api/use-loaded.ts';
import { useSay } from '#web/device/language.ts';
import { offencesOn } from '#web/features/bookings/form/catalogue.ts';
import { dateOf } from '#web/format/time.ts';
import {
  type DeviceTicket,
  deviceTicketOf,
} from '#web/modules/after-ticket/papers/paper/device-ticket.ts';
import { ShowTicket } from '#web/modules/after-ticket/papers/paper/show-ticket.tsx';
import {
  TicketPaper,
  useSignedAddress,
} from '#web/modules/after-ticket/papers/paper/ticket-paper.tsx';
import type { ChosenTicket } from '#web/records/waiting-rows.tsx';
import { changeRecord } from '#web/sending/outbox.ts';
import type { WaitingRecord } from '#web/sending/waiting-record.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { IconPrinter } from '#web/ui/icons.ts';

interface StoredTicketProps extends ChosenTicket {
  onClose: () => void;
}

/** The ticket of a booking that waits on this device, before the server knows it. */
export function StoredTicket({ record, way: asked, received = false, onClose }: StoredTicketProps) {
  const [way, setWay] = useState(asked);
  const user = useCurrentUser();
  const tellOfficer = useSay();
  const ticket = useTicket(record, user);
  const userId = user?.id;
  useEffect(() => {
    if (userId !== undefined)
      void changeRecord(userId, record._id, (now) => ({ ...now, shown: true }));
  }, [userId, record._id]);
  return (
    <Dialog
      opened
      onClose={onClose}
      title={tellOfficer(way === 'show' ? 'Show to driver' : 'Ticket')}
      size="sm"
    >
      {typeof ticket === 'string' && <Notice kind="warn">{ticket}</Notice>}
      {user && ticket !== null && typeof ticket === 'object' && (
        <>
          {way === 'show' ? (
            <ShowStored
              ticket={ticket}
              record={record}
              userId={user.id}
              state={(say) =>
                received
                  ? say(
                      'The authority has this ticket. Connect to a network to see whether it is paid.',
                    )
                  : say(
                      'The driver can pay once the authority has received this ticket, usually within hours.',
                    )
              }
              onPrint={() => setWay('print')}
            />
          ) : (
            <TicketPaper ticket={ticket} userId={user.id} />
          )}
        </>
      )}
    </Dialog>
  );
}

interface ShowStoredProps {
  ticket: DeviceTicket;
  record: WaitingRecord;
  userId: string;
  /** Says in one sentence if the ticket can be paid. */
  state: (say: Say) => string;
  onPrint: () => void;
}

function ShowStored({ ticket, record, userId, state, onPrint }: ShowStoredProps) {
  const signedAddress = useSignedAddress(ticket, userId);
  const { plate, price, organisation, language } = ticket;
  const phone = z.string().catch('').parse(record.body['phoneNo']);
  if (signedAddress === null) return null;
  return (
    <>
      <ShowTicket
        ticket={{
          plate,
          price,
          billRef: null,
          state,
          organisation,
          language,
          toPay: price > 0,
          phone,
          signedAddress,
        }}
      />
      <Button icon={<IconPrinter size={18} aria-hidden />} onClick={onPrint}>
        Print ticket
      </Button>
    </>
  );
}

const unknownFees =
  'This device no longer has the fees for that day. Print the ticket once the authority has received the booking.';

/** The ticket; a sentence where there can be none, and null while it is made. */
function useTicket(record: WaitingRecord, user: SignedInUser | null): DeviceTicket | string | null {
  const [made, setMade] = useState<DeviceTicket | string | null>(null);
  useEffect(() => {
    if (user === null) return undefined;
    const left = new AbortController();
    const show = (ticket: DeviceTicket | string) => {
      if (!left.signal.aborted) setMade(ticket);
    };
    void ticketOf(record, user, left.signal).then(show, (error: unknown) =>
      show(failedCall(error).message),
    );
    return () => left.abort();
  }, [record, user]);
  return made;
}

async function ticketOf(
  record: WaitingRecord,
  { firstName, lastName, state }: SignedInUser,
  signal: AbortSignal,
): Promise<DeviceTicket | string> {
  const named = organisationSchema.safeParse(record.body['organisation']).data;
  const organisation = named ?? (state === null ? null : organisationOfState(state));
  const offences = await offencesOn(organisation, dateOf(record.madeAt), signal);
  const ticket = deviceTicketOf(record, {
    organisation,
    officer: `${firstName} ${lastName}`,
    offences,
  });
  if (ticket === null) return unknownFees;
  const sum = ticket.offences.reduce((all, { amount }) => all + amount, 0);
  return sum === ticket.price ? ticket : unknownFees;
}
