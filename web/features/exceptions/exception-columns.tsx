import { Link } from 'react-router';
import type { PaymentException } from '#contract/exceptions.ts';
import { exactNaira } from '#web/format/money.ts';
import { bookingReference } from '#web/format/reference.ts';
import { clockOf, dateOf, momentOf } from '#web/format/time.ts';
import { openingState } from '#web/lists/use-address.ts';
import { recordAddress } from '#web/records/record-address.ts';
import { VisuallyHidden } from '#web/ui/controls/visually-hidden.tsx';
import type { Column } from '#web/ui/table/data-list.tsx';
import { ListCard } from '#web/ui/table/list-card.tsx';
import { TwoLine } from '#web/ui/table/two-line.tsx';
import { Plate } from '#web/ui/ticket/plate.tsx';
import { Reference } from '#web/ui/ticket/reference.tsx';
import { exceptionTitle, outcomeOf } from './exception-words.ts';
import css from './exceptions.module.css';
import { KindBadge } from './kind-badge.tsx';

interface Cell {
  exception: PaymentException;
}

/** The columns at a desk; where there is little room the story stands under its kind. */
export function exceptionColumns(roomy: boolean): Column<PaymentException>[] {
  const bill: Column<PaymentException> = {
    key: 'bill',
    header: 'Bill',
    width: 118,
    cell: ({ billRef }) => billRef ?? 'None',
  };
  const story: Column<PaymentException> = {
    key: 'story',
    header: 'Story',
    cell: (exception) => <Story exception={exception} />,
  };
  return [
    {
      key: 'kind',
      header: 'What was found',
      width: roomy ? 176 : undefined,
      cell: (exception) => (
        <TwoLine second={roomy ? undefined : <Story exception={exception} />} keep>
          <KindBadge exception={exception} />
        </TwoLine>
      ),
    },
    {
      key: 'booking',
      header: 'Booking',
      width: 168,
      cell: (exception) => <Booking exception={exception} />,
    },
    ...(roomy ? [bill] : []),
    {
      key: 'amount',
      header: 'Amount',
      width: 104,
      align: 'end',
      cell: (exception) => <Amount exception={exception} />,
    },
    ...(roomy ? [story] : []),
    {
      key: 'found',
      header: 'Found',
      width: 98,
      cell: ({ foundAt }) => <TwoLine second={clockOf(foundAt)}>{dateOf(foundAt)}</TwoLine>,
    },
    {
      key: 'outcome',
      header: 'Settlement',
      cell: (exception) => (
        <TwoLine second={exception.settlement && `by ${exception.settlement.by.name}`}>
          {outcomeOf(exception)}
        </TwoLine>
      ),
    },
  ];
}

/** An exception in the list on a phone. */
export function ExceptionCard({ exception, onOpen }: Cell & { onOpen: () => void }) {
  const { billRef, foundAt } = exception;
  return (
    <ListCard
      badge={<KindBadge exception={exception} />}
      when={momentOf(foundAt)}
      name={<Booking exception={exception} />}
      detail={
        <>
          <Story exception={exception} />
          {billRef !== null && <span className={css['bill']}>Bill {billRef}</span>}
        </>
      }
      mark={<Amount exception={exception} />}
      reference={outcomeOf(exception)}
      onOpen={onOpen}
      openName={exceptionTitle(exception)}
    />
  );
}

const Story = ({ exception }: Cell) => <span className={css['story']}>{exception.story}</span>;

/** A link to the booking: its plate and its reference. */
function Booking({ exception: { booking } }: Cell) {
  if (!booking) return 'No booking';
  return (
    <Link
      to={recordAddress('booking', booking._id)}
      state={openingState}
      className={css['booking']}
    >
      <VisuallyHidden>Booking </VisuallyHidden>
      {booking.registration === '' ? 'No plate' : <Plate value={booking.registration} />}
      <Reference value={bookingReference(booking._id)} />
    </Link>
  );
}

/** The amount that the gateway reported, and the price of the booking. */
function Amount({ exception: { amount, booking } }: Cell) {
  if (amount === null) return booking ? exactNaira(booking.price) : null;
  return (
    <span className={css['amount']}>
      <b>{exactNaira(amount)}</b>
      {booking && <span className="small quiet">of {exactNaira(booking.price)}</span>}
    </span>
  );
}
