import { VisuallyHidden } from '@mantine/core';
import type { BookingSort } from '#contract/booking-filters.ts';
import type { Booking } from '#contract/bookings.ts';
import type { ListSteps } from '#web/lists/address.ts';
import { inOrder, sortedBy } from '#web/lists/sort.ts';
import { naira } from '#web/format/money.ts';
import { bookingReference } from '#web/format/reference.ts';
import { clockOf, dateOf } from '#web/format/time.ts';
import { joined } from '#web/format/words.ts';
import { Button } from '#web/ui/controls/button.tsx';
import type { Column } from '#web/ui/table/data-list.tsx';
import { Plate } from '#web/ui/ticket/plate.tsx';
import { Reference } from '#web/ui/ticket/reference.tsx';
import { TwoLine } from '#web/ui/table/two-line.tsx';
import { usualColumns, type BookingColumnKey } from './booking-column-keys.ts';
import { BookingStub } from './booking-stub.tsx';
import { bookingName, lastStep } from './booking-words.ts';

type BookingColumn = Column<Booking> & { key: BookingColumnKey };

const texts = (parts: readonly string[]) => joined(parts) ?? '';

/** Every column of the booking lists. */
export const allColumns: readonly BookingColumn[] = [
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
    cell: ({ createdAt }) => <Moment at={createdAt} />,
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
    key: 'amount',
    header: 'Amount',
    width: 98,
    align: 'end',
    cell: ({ price }) => <b>{naira(price)}</b>,
  },
  {
    key: 'offences',
    header: 'Offences',
    cell: ({ offence }) => texts(offence.map(({ id }) => id)),
  },
  { key: 'license', header: 'License number', cell: ({ license }) => license },
  { key: 'vehicleType', header: 'Vehicle type', cell: ({ vehicleType }) => vehicleType },
  { key: 'location', header: 'Location', cell: ({ location }) => location },
  { key: 'bookedBy', header: 'Booked by', cell: ({ createdBy }) => createdBy.name },
  { key: 'paidAt', header: 'Paid', width: 98, cell: ({ paidAt }) => <Moment at={paidAt} /> },
  {
    key: 'clearedAt',
    header: 'Cleared',
    width: 98,
    cell: ({ completedAt }) => <Moment at={completedAt} />,
  },
];

/** What pressing the header of a column sorts by: first this way, then the other. */
const sorts: Partial<Record<BookingColumnKey, readonly [BookingSort, BookingSort]>> = {
  date: ['-createdAt', 'createdAt'],
  zone: ['zone', '-zone'],
  name: ['name', '-name'],
  registration: ['registration', '-registration'],
  amount: ['-price', 'price'],
};

/** The columns that the address names, and the actions after them. */
export function bookingColumns(steps: ListSteps<BookingSort>): Column<Booking>[] {
  const shown = inOrder(allColumns, steps.address.columns ?? usualColumns);
  return [
    ...shown.map((column) => {
      const sort = sorts[column.key];
      return sort ? { ...column, ...sortedBy(steps, sort) } : column;
    }),
    {
      key: 'actions',
      header: 'Actions',
      width: 84,
      align: 'end',
      cell: (booking) => (
        <Button size="sm" onClick={() => steps.open(booking._id)}>
          Open
          <VisuallyHidden> {bookingName(booking)}</VisuallyHidden>
        </Button>
      ),
    },
  ];
}

function Moment({ at }: { at: string | null }) {
  return at !== null && <TwoLine second={clockOf(at)}>{dateOf(at)}</TwoLine>;
}

/** The plate; a vehicle without one says so. */
export function Registration({ booking }: { booking: Pick<Booking, 'registration'> }) {
  if (booking.registration === '') return 'No plate';
  return <Plate value={booking.registration} />;
}
