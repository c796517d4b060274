import type { BookingSort } from '#contract/booking-filters.ts';
import type { Booking } from '#contract/bookings.ts';
import { isOverdue } from '#contract/owed.ts';
import { naira } from '#web/format/money.ts';
import { bookingReference } from '#web/format/reference.ts';
import { clockOf, dateOf } from '#web/format/time.ts';
import { useToday } from '#web/format/use-today.ts';
import { joined } from '#web/format/words.ts';
import type { SortingColumn } from '#web/lists/list-columns.tsx';
import { BookingBadge } from '#web/records/booking-stage.tsx';
import { dueWords } from '#web/records/due-words.ts';
import { MadeAt, madeWhen } from '#web/records/made-at.tsx';
import { Plate } from '#web/records/plate.tsx';
import { ListCard } from '#web/ui/table/list-card.tsx';
import { TwoLine } from '#web/ui/table/two-line.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import { Reference } from '#web/ui/ticket/reference.tsx';
import { bookingName, paidWords, stageWords } from './booking-words.ts';
import css from './bookings.module.css';

const texts = (parts: readonly string[]) => joined(parts) ?? '';

/** The columns of the booking lists, in the order of the specification. */
export const usualColumns = ['reference', 'date', 'zone', 'name', 'registration'];

/** Every column of the booking lists. */
export const bookingColumns: readonly SortingColumn<Booking, BookingSort>[] = [
  {
    key: 'reference',
    header: 'Reference',
    width: 212,
    cell: (booking) => (
      <TwoLine second={<Stage booking={booking} />} keep>
        <Reference value={bookingReference(booking._id)} />
      </TwoLine>
    ),
  },
  {
    key: 'date',
    sorts: ['-createdAt', 'createdAt'],
    header: 'Date',
    width: 98,
    cell: (booking) => <MadeAt record={booking} />,
  },
  {
    key: 'zone',
    sorts: ['zone', '-zone'],
    header: 'Zone',
    width: 98,
    cell: ({ zone, team }) => <TwoLine second={team === '' ? undefined : team}>{zone}</TwoLine>,
  },
  {
    key: 'name',
    sorts: ['name', '-name'],
    header: 'Driver Name',
    cell: ({ name, phoneNo }) => (
      <TwoLine strong second={phoneNo}>
        {name}
      </TwoLine>
    ),
  },
  {
    key: 'registration',
    sorts: ['registration', '-registration'],
    header: 'Vehicle Registration',
    cell: (booking) => (
      <TwoLine second={joined([booking.make, booking.model], ' ')}>
        <Registration booking={booking} />
      </TwoLine>
    ),
  },
  {
    key: 'amount',
    sorts: ['-price', 'price'],
    header: 'Amount',
    width: 98,
    align: 'end',
    cell: (booking) => <b title={paidWords(booking)}>{naira(booking.price)}</b>,
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

const Stage = ({ booking }: { booking: Booking }) => (
  <span title={stageWords(booking)}>
    <BookingBadge booking={booking} />
    <Overdue booking={booking} />
  </span>
);

function Overdue({ booking }: { booking: Booking }) {
  const today = useToday();
  return (
    isOverdue(booking, today) && (
      <span
        className={classNames('tiny strong nowrap bad', css['overdue'])}
        title={dueWords(booking, today)}
      >
        Overdue
      </span>
    )
  );
}

function Moment({ at }: { at: string | null }) {
  return at !== null && <TwoLine second={clockOf(at)}>{dateOf(at)}</TwoLine>;
}

/** The plate; a vehicle without one says so. */
export function Registration({ booking }: { booking: Pick<Booking, 'registration'> }) {
  if (booking.registration === '') return 'No plate';
  return <Plate value={booking.registration} />;
}

/** A booking in a list on a phone. */
export function BookingCard({ booking, onOpen }: { booking: Booking; onOpen: () => void }) {
  const vehicle = joined([booking.make, booking.model], ' ') ?? '';
  return (
    <ListCard
      badge={<Stage booking={booking} />}
      when={madeWhen(booking)}
      name={booking.name}
      detail={joined([booking.zone, vehicle])}
      mark={<Registration booking={booking} />}
      reference={<Reference value={bookingReference(booking._id)} />}
      onOpen={onOpen}
      openName={bookingName(booking)}
    />
  );
}
