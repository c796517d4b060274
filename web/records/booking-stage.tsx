import type { Booking } from '#contract/bookings.ts';
import { stageOf, type TicketStage } from '#contract/owed.ts';
import { count, naira } from '#web/format/money.ts';
import {
  type Icon,
  IconCircleCheck,
  IconFlagCheck,
  IconScale,
  IconTicket,
  IconTicketOff,
} from '#web/ui/icons.ts';
import { type BadgeKind, TicketBadge } from '#web/ui/ticket/ticket-badge.tsx';

/** The name, colour and icon of each stage. */
export const bookingStages: Readonly<
  Record<TicketStage, { label: string; kind: BadgeKind; Icon: Icon }>
> = {
  issued: { label: 'Ticket Issued', kind: 'issued', Icon: IconTicket },
  paid: { label: 'Ticket Paid', kind: 'paid', Icon: IconCircleCheck },
  completed: { label: 'Completed', kind: 'done', Icon: IconFlagCheck },
  withdrawn: { label: 'Withdrawn', kind: 'void', Icon: IconTicketOff },
  decided: { label: 'Decided in court', kind: 'void', Icon: IconScale },
};

/** A booking as it is read, or as a dossier lists it. */
type Staged = Pick<Booking, 'paid' | 'completed'> &
  (Pick<Booking, 'withdrawal' | 'decision'> | { withdrawn: boolean; decided: boolean });

export const bookingStage = (booking: Staged): TicketStage =>
  stageOf({
    paid: booking.paid,
    completed: booking.completed,
    isWithdrawn: 'withdrawn' in booking ? booking.withdrawn : booking.withdrawal !== null,
    isDecided: 'decided' in booking ? booking.decided : booking.decision !== null,
  });

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
