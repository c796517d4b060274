import { Link } from 'react-router';
import { shownPlate } from '#contract/identities.ts';
import type { Difference } from '#contract/modules/money/differences.ts';
import { exactNaira } from '#web/format/money.ts';
import { bookingReference } from '#web/format/reference.ts';
import { openingState } from '#web/lists/use-address.ts';
import { Plate } from '#web/records/plate.tsx';
import { recordAddress } from '#web/records/record-address.ts';
import type { Column } from '#web/ui/table/data-list.tsx';
import { TwoLine } from '#web/ui/table/two-line.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import { signed } from './difference-sums.tsx';
import { kindWords, storyOf } from './difference-words.ts';
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
    header: 'Effect on the total',
    width: 112,
    align: 'end',
    cell: ({ difference }) => <b className={css['moves']}>{signed(difference)}</b>,
  },
];

/** A difference on a phone. */
export function DifferenceCard({ difference }: { difference: Difference }) {
  return (
    <div className={css['card']}>
      <h2 className="heading">{kindWords[difference.kind]}</h2>
      <p className={css['story']}>{storyOf(difference)}</p>
      <Bill difference={difference} />
      <dl className={css['sides']}>
        <div>
          <dt>Hanya</dt>
          <dd>
            <Side side={difference.ours} />
          </dd>
        </div>
        <div>
          <dt>Statement</dt>
          <dd>
            <Side side={difference.theirs} />
          </dd>
        </div>
        <div>
          <dt>Effect on the total</dt>
          <dd className={css['moves']}>{signed(difference.difference)}</dd>
        </div>
      </dl>
    </div>
  );
}

/** The booking and its bill, and the exception that somebody has to settle. */
function Bill({ difference: { billRef, booking, exception } }: { difference: Difference }) {
  return (
    <span className={css['bill']}>
      {booking === null ? (
        <span className="quiet">No booking</span>
      ) : (
        <BookingLink id={booking._id} plate={booking.registration} />
      )}
      <span className={classNames('quiet anywhere', css['ref'])}>{billRef}</span>
      {exception && (
        <Link to={`/exceptions?open=${exception.id}`}>
          Exception, {exception.open ? 'open' : 'settled'}
        </Link>
      )}
    </span>
  );
}

function BookingLink({ id, plate }: { id: string; plate: string }) {
  const reference = bookingReference(id);
  return (
    <Link
      to={recordAddress('booking', id)}
      state={openingState}
      aria-label={`Booking ${shownPlate(plate) || reference}`}
    >
      {plate === '' ? reference : <Plate value={plate} />}
    </Link>
  );
}

function Side({ side }: { side: Difference['ours'] }) {
  return side === null ? (
    <span className="quiet">Nothing</span>
  ) : (
    <span className={css['side']}>
      {exactNaira(side.amount)}
      <span className={css['detail']}>{side.day}</span>
    </span>
  );
}
