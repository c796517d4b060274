import type { Booking } from '#contract/bookings.ts';
import { count, naira } from '#web/format/money.ts';
import {
  type Icon,
  IconCircleCheck,
  IconFlagCheck,
  IconTicket,
  IconTicketOff,
} from '#web/ui/icons.ts';
import { type BadgeKind, TicketBadge } from '#web/ui/ticket/ticket-badge.tsx';

/** The stages of a booking from ticket to clearance, and its withdrawal. */
export type BookingStage = 'issued' | 'paid' | 'completed' | 'withdrawn';

/** The name, colour and icon of each stage. */
export const bookingStages: Readonly<
  Record<BookingStage, { label: string; kind: BadgeKind; Icon: Icon }>
> = {
  issued: { label: 'Ticket Issued', kind: 'issued', Icon: IconTicket },
  paid: { label: 'Ticket Paid', kind: 'paid', Icon: IconCircleCheck },
  completed: { label: 'Completed', kind: 'done', Icon: IconFlagCheck },
  withdrawn: { label: 'Withdrawn', kind: 'void', Icon: IconTicketOff },
};

/** A booking as it is read, or as a dossier lists it. */
type Staged = Pick<Booking, 'paid' | 'completed'> &
  (Pick<Booking, 'withdrawal'> | { withdrawn: boolean });

export function bookingStage(booking: Staged): BookingStage {
  const withdrawn = 'withdrawn' in booking ? booking.withdrawn : booking.withdrawal !== null;
  if (withdrawn) return 'withdrawn';
  if (booking.completed) return 'completed';
  return booking.paid ? 'paid' : 'issued';
}

/** The stage of a booking and its amount, in one line. */
export function BookingBadge({ booking }: { booking: Staged & Pick<Booking, 'price'> }) {
  const { label, kind, Icon } = bookingStages[bookingStage(booking)];
  return (
    <TicketBadge
      kind={kind}
      icon={<Icon size={14} aria-hidden />}
      label={label}
      body={naira(booking.price)}
      spoken={`${count(booking.price)} naira`}
    />
  );
}
