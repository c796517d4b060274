import { IconCircleCheck, IconFlagCheck, IconTicket, IconTicketOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Booking } from '#contract/bookings.ts';
import { count, naira } from '#web/format/money.ts';
import { Stub, type StubKind } from '#web/ui/ticket/stub.tsx';
import { bookingStage, stageLabels, type BookingStage } from './booking-stage.ts';

const kinds: Record<BookingStage, StubKind> = {
  issued: 'issued',
  paid: 'paid',
  completed: 'done',
  withdrawn: 'void',
};

const icons: Record<BookingStage, ReactNode> = {
  issued: <IconTicket size={14} aria-hidden />,
  paid: <IconCircleCheck size={14} aria-hidden />,
  completed: <IconFlagCheck size={14} aria-hidden />,
  withdrawn: <IconTicketOff size={14} aria-hidden />,
};

/** The card of a booking in one line: its state, then its amount. */
export function BookingStub({
  booking,
}: {
  booking: Pick<Booking, 'paid' | 'completed' | 'withdrawal' | 'price'>;
}) {
  const stage = bookingStage(booking);
  return (
    <Stub
      kind={kinds[stage]}
      icon={icons[stage]}
      label={stageLabels[stage]}
      body={naira(booking.price)}
      spoken={`${count(booking.price)} naira`}
    />
  );
}
