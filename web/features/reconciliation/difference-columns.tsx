import { Link } from 'react-router';
import type { Difference } from '#contract/differences.ts';
import { exactNaira } from '#web/format/money.ts';
import { bookingReference } from '#web/format/reference.ts';
import type { Column } from '#web/ui/table/data-list.tsx';
import { Plate } from '#web/ui/ticket/plate.tsx';
import { TwoLine } from '#web/ui/table/two-line.tsx';
import { kindWords, storyOf } from './difference-words.ts';
import { signed } from './difference-sums.tsx';
import css from './differences.module.css';

export const differenceColumns: readonly Column<Difference>[] = [
  {
    key: 'kind',
    header: 'Difference',
    cell: (difference) => (
      <TwoLine strong second={storyOf(difference)}>
        {kindWords[difference.kind]}
      </TwoLine>
    ),
  },
  {
    key: 'bill',
    header: 'Bill',
    width: 170,
    cell: (difference) => <Bill difference={difference} />,
  },
  {
    key: 'ours',
    header: 'Hanya',
    width: 112,
    align: 'end',
    cell: ({ ours }) => <Side side={ours} />,
  },
  {
    key: 'theirs',
    header: 'Statement',
    width: 112,
    align: 'end',
    cell: ({ theirs }) => <Side side={theirs} />,
  },
  {
    key: 'difference',
    header: 'Moves the sum',
    width: 112,
    align: 'end',
    cell: ({ difference }) => <b className={css['moves']}>{signed(difference)}</b>,
  },
];

/** The bill, and the booking that it leads to. */
export function Bill({ difference: { billRef, booking } }: { difference: Difference }) {
  return (
    <span className={css['bill']}>
      {booking === null ? (
        <span className={css['none']}>No booking</span>
      ) : (
        <Link
          to={`/bookings?open=${booking._id}`}
          aria-label={`Booking ${booking.registration === '' ? bookingReference(booking._id) : booking.registration}`}
        >
          {booking.registration === '' ? (
            bookingReference(booking._id)
          ) : (
            <Plate value={booking.registration} />
          )}
        </Link>
      )}
      <span className={css['ref']}>{billRef}</span>
    </span>
  );
}

export function Side({ side }: { side: Difference['ours'] }) {
  return side === null ? (
    <span className={css['none']}>Nothing</span>
  ) : (
    <span className={css['side']}>
      {exactNaira(side.amount)}
      <span className={css['told']}>{side.day}</span>
    </span>
  );
}
