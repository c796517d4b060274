import { VisuallyHidden } from '@mantine/core';
import { Link } from 'react-router';
import type { PaymentException } from '#contract/exceptions.ts';
import { exactNaira } from '#web/format/money.ts';
import { bookingReference } from '#web/format/reference.ts';
import { Plate } from '#web/ui/ticket/plate.tsx';
import { Reference } from '#web/ui/ticket/reference.tsx';
import { TwoLine } from '#web/ui/table/two-line.tsx';
import { outcomeOf } from './exception-words.ts';
import css from './exceptions.module.css';

interface Cell {
  exception: PaymentException;
}

/** The vehicle and its booking, leading there. */
export function BookingCell({ exception: { booking } }: Cell) {
  if (!booking) return 'No booking';
  const reference = bookingReference(booking._id);
  return (
    <Link to={`/bookings?open=${booking._id}`} className={css['booking']}>
      <VisuallyHidden>Booking </VisuallyHidden>
      {booking.registration === '' ? 'No plate' : <Plate value={booking.registration} />}
      <Reference value={reference} />
    </Link>
  );
}

/** What the gateway speaks of, against the price of the booking. */
export function AmountCell({ exception: { amount, booking } }: Cell) {
  if (amount === null) return booking ? exactNaira(booking.price) : null;
  return (
    <span className={css['amount']}>
      <b>{exactNaira(amount)}</b>
      {booking && <span className={css['price']}>of {exactNaira(booking.price)}</span>}
    </span>
  );
}

/** How it stands: what is or was decided, and by whom. */
export function OutcomeCell({ exception }: Cell) {
  const { settlement } = exception;
  return (
    <TwoLine second={settlement && `by ${settlement.by.name}`}>{outcomeOf(exception)}</TwoLine>
  );
}
