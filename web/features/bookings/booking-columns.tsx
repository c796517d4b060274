import { VisuallyHidden } from '@mantine/core';
import type { Booking } from '#contract/bookings.ts';
import { bookingReference } from '#web/lib/reference.ts';
import { clockOf, dateOf } from '#web/lib/time.ts';
import { joined } from '#web/lib/words.ts';
import { Button } from '#web/ui/button.tsx';
import type { Column } from '#web/ui/data-list.tsx';
import { Plate } from '#web/ui/plate.tsx';
import { Reference } from '#web/ui/reference.tsx';
import { TwoLine } from '#web/ui/two-line.tsx';
import { BookingStub } from './booking-stub.tsx';
import { bookingName, lastStep } from './booking-words.ts';

/** The columns of all three booking lists, in the order of the specification. */
export function bookingColumns(open: (booking: Booking) => void): Column<Booking>[] {
  return [
    {
      key: 'reference',
      header: 'Reference',
      width: 212,
      cell: (booking) => (
        <TwoLine second={<BookingStub booking={booking} />} keep>
          <Reference value={bookingReference(booking._id)} />
        </TwoLine>
      ),
    },
    {
      key: 'date',
      header: 'Date',
      width: 98,
      cell: ({ createdAt }) => <TwoLine second={clockOf(createdAt)}>{dateOf(createdAt)}</TwoLine>,
    },
    {
      key: 'zone',
      header: 'Zone',
      width: 98,
      cell: ({ zone, team }) => <TwoLine second={team === '' ? undefined : team}>{zone}</TwoLine>,
    },
    {
      key: 'name',
      header: 'Driver Name',
      cell: ({ name, phoneNo }) => (
        <TwoLine strong second={phoneNo}>
          {name}
        </TwoLine>
      ),
    },
    {
      key: 'registration',
      header: 'Vehicle Registration',
      cell: (booking) => (
        <TwoLine second={lastStep(booking) ?? joined([booking.make, booking.model], ' ')}>
          <Registration booking={booking} />
        </TwoLine>
      ),
    },
    {
      key: 'actions',
      header: 'Actions',
      width: 84,
      align: 'end',
      cell: (booking) => (
        <Button size="sm" onClick={() => open(booking)}>
          Open
          <VisuallyHidden> {bookingName(booking)}</VisuallyHidden>
        </Button>
      ),
    },
  ];
}

/** The plate; a vehicle without one says so. */
export function Registration({ booking }: { booking: Pick<Booking, 'registration'> }) {
  if (booking.registration === '') return 'No plate';
  return <Plate value={booking.registration} />;
}
