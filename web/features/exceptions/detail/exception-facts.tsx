import { Link } from 'react-router';
import type { PaymentException } from '#contract/exceptions.ts';
import { exactNaira } from '#web/format/money.ts';
import { bookingReference } from '#web/format/reference.ts';
import { momentOf } from '#web/format/time.ts';
import { Facts } from '#web/ui/table/facts.tsx';
import { Reference } from '#web/ui/ticket/reference.tsx';

/** What is known of an exception; what is not known is left out. */
export function ExceptionFacts({ exception }: { exception: PaymentException }) {
  const { booking, amount, billRef, receipt, gateway, organisation, zone, foundAt } = exception;
  return (
    <Facts
      title="What is known"
      facts={[
        { label: 'Vehicle', value: booking?.registration },
        {
          label: 'Booking',
          value: booking ? (
            <Link to={`/bookings?open=${booking._id}`}>
              <Reference value={bookingReference(booking._id)} />
            </Link>
          ) : (
            'None has this bill'
          ),
        },
        { label: 'Price', value: booking && exactNaira(booking.price) },
        { label: 'Amount seen', value: amount === null ? null : exactNaira(amount) },
        { label: 'Difference', value: differenceOf(exception) },
        { label: 'Bill reference', value: billRef },
        { label: 'Receipt', value: receipt },
        { label: 'Gateway', value: gateway },
        { label: 'Organisation', value: organisation },
        { label: 'Zone', value: zone },
        { label: 'Found', value: momentOf(foundAt) },
      ]}
    />
  );
}

/** What the gateway saw more or less than the price; null when they are the same or one is missing. */
function differenceOf({ amount, booking }: PaymentException): string | null {
  if (amount === null || !booking || amount === booking.price) return null;
  const kobo = Math.round(amount * 100) - Math.round(booking.price * 100);
  return `${exactNaira(Math.abs(kobo) / 100)} too ${kobo < 0 ? 'little' : 'much'}`;
}
