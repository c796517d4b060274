import type { Booking } from '#contract/bookings.ts';
import { bookingReference } from '#web/format/reference.ts';
import { momentOf } from '#web/format/time.ts';
import { joined } from '#web/format/words.ts';
import { ListCard } from '#web/ui/table/list-card.tsx';
import { Reference } from '#web/ui/ticket/reference.tsx';
import { Registration } from './booking-columns.tsx';
import { BookingStub } from './booking-stub.tsx';
import { bookingName } from './booking-words.ts';

export interface BookingCardProps {
  booking: Booking;
  onOpen: () => void;
}

/** A booking in a list on a phone. */
export function BookingCard({ booking, onOpen }: BookingCardProps) {
  const vehicle = joined([booking.make, booking.model], ' ') ?? '';
  return (
    <ListCard
      stub={<BookingStub booking={booking} />}
      when={momentOf(booking.createdAt)}
      name={booking.name}
      detail={joined([booking.zone, vehicle])}
      mark={<Registration booking={booking} />}
      reference={<Reference value={bookingReference(booking._id)} />}
      onOpen={onOpen}
      openName={bookingName(booking)}
    />
  );
}
