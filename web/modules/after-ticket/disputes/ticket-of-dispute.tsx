import type { Booking } from '#contract/bookings.ts';
import { BookingFacts } from '#web/features/bookings/detail/booking-facts.tsx';
import { BookingPictures } from '#web/features/bookings/detail/booking-pictures.tsx';
import { FinesTable } from '#web/features/bookings/detail/fines-table.tsx';
import { RecordHistory } from '#web/records/history/record-history.tsx';
import { DetailHeading } from '#web/ui/dialog/detail.tsx';

/** Driver, vehicle and place of the ticket of a dispute. */
export const FactsOfTicket = ({ ticket }: { ticket: Booking }) => <BookingFacts booking={ticket} />;

/** The ticket is shown beside its dispute, so that nobody must leave to decide. */
export function TicketOfDispute({ ticket }: { ticket: Booking }) {
  const { _id: id, version, withdrawal } = ticket;
  return (
    <div>
      <DetailHeading>Offences on the ticket</DetailHeading>
      <FinesTable booking={ticket} />
      <BookingPictures id={id} />
      <RecordHistory record="booking" id={id} revision={`${version} ${withdrawal !== null}`} />
    </div>
  );
}
