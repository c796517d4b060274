import {
  IconCircleCheck,
  IconFlagCheck,
  IconTicket,
  IconTicketOff,
  type Icon,
} from '@tabler/icons-react';
import type { DossierBooking, DossierKind } from '#contract/dossiers.ts';
import { useOwnBookings } from '#web/records/bookings-path.ts';
import { count, naira } from '#web/format/money.ts';
import { joined } from '#web/format/words.ts';
import { Stub, type StubKind } from '#web/ui/ticket/stub.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import css from './dossier-history.module.css';
import { HistoryEntry } from './history-entry.tsx';

interface State {
  label: string;
  kind: StubKind;
  icon: Icon;
}

const issued: State = { label: 'Ticket Issued', kind: 'issued', icon: IconTicket };
const paid: State = { label: 'Ticket Paid', kind: 'paid', icon: IconCircleCheck };
const withdrawn: State = { label: 'Withdrawn', kind: 'void', icon: IconTicketOff };
const completed: State = { label: 'Completed', kind: 'done', icon: IconFlagCheck };

interface BookingEntryProps {
  booking: DossierBooking;
  /** Whose dossier it is: a line doesn't repeat that. */
  of: DossierKind;
}

/** A booking in a dossier. */
export function BookingEntry({ booking, of }: BookingEntryProps) {
  const { price, name, registration, license, offence, location, zone, createdBy } = booking;
  const { path } = useOwnBookings();
  const state = stateOf(booking);
  const plate = registration === '' ? license : registration;
  return (
    <HistoryEntry
      to={`${path}?open=${booking._id}`}
      at={booking.createdAt}
      kind={state.kind}
      icon={<state.icon size={16} />}
      stub={
        <Stub
          kind={state.kind}
          icon={<state.icon size={14} aria-hidden />}
          label={state.label}
          body={naira(price)}
          spoken={`${count(price)} naira`}
        />
      }
    >
      <span className={classNames('strong', css['who'])}>
        {of === 'plate' ? name : (joined([plate, name]) ?? '')}
      </span>
      <span>{offencesOf(offence)}</span>
      <span className="small quiet">{joined([location, zone, createdBy.name])}</span>
    </HistoryEntry>
  );
}

function stateOf(booking: DossierBooking): State {
  if (booking.withdrawn) return withdrawn;
  if (booking.completed) return completed;
  return booking.paid ? paid : issued;
}

/** A charge per day stands on the booking once for each day. */
function offencesOf(offences: DossierBooking['offence']): string {
  const days = new Map<string, number>();
  for (const { name } of offences) days.set(name, (days.get(name) ?? 0) + 1);
  return [...days].map(([name, times]) => (times > 1 ? `${name} × ${times}` : name)).join('; ');
}
