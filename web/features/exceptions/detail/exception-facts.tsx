import { Link } from 'react-router';
import { exceptionDecisionWords, type PaymentException } from '#contract/exceptions.ts';
import { shownPlate } from '#contract/identities.ts';
import { exactNaira } from '#web/format/money.ts';
import { bookingReference } from '#web/format/reference.ts';
import { momentOf } from '#web/format/time.ts';
import { openingState } from '#web/lists/use-address.ts';
import { recordAddress } from '#web/records/record-address.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Facts } from '#web/ui/table/facts.tsx';
import { Reference } from '#web/ui/ticket/reference.tsx';
import { meaningOf } from '../exception-words.ts';

/** The known facts of an exception. */
export function ExceptionFacts({ exception }: { exception: PaymentException }) {
  const { booking, amount, billRef, receipt, gateway, organisation, zone, foundAt } = exception;
  return (
    <Facts
      title="Details"
      facts={[
        { label: 'Vehicle', value: booking && shownPlate(booking.registration) },
        {
          label: 'Booking',
          value: booking ? (
            <Link to={recordAddress('booking', booking._id)} state={openingState}>
              <Reference value={bookingReference(booking._id)} />
            </Link>
          ) : (
            'No booking has this bill'
          ),
        },
        { label: 'Booking amount', value: booking && exactNaira(booking.price) },
        { label: 'Amount at the gateway', value: amount === null ? null : exactNaira(amount) },
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

/** By how much the gateway's amount differs from the price; null where it doesn't, or one is unknown. */
function differenceOf({ amount, booking }: PaymentException): string | null {
  if (amount === null || !booking || amount === booking.price) return null;
  const kobo = Math.round(amount * 100) - Math.round(booking.price * 100);
  return `${exactNaira(Math.abs(kobo) / 100)} too ${kobo < 0 ? 'little' : 'much'}`;
}

/** The settlement of an exception, with its person and reason; nothing while it is open. */
export function SettlementFacts({ exception }: { exception: PaymentException }) {
  const { settlement, closedAt, kind } = exception;
  if (!settlement) {
    if (closedAt === null) return null;
    return (
      <Notice kind="ok">
        This problem resolved itself on {momentOf(closedAt)}, before anybody settled it.
      </Notice>
    );
  }
  const { decision, billRef, reason, by, at, confirmedBy } = settlement;
  return (
    <Facts
      title="Settlement"
      facts={[
        {
          label: 'Decision',
          value: (
            <>
              <b>{exceptionDecisionWords[decision]}</b>
              <span className="block quiet">{meaningOf(decision, kind)}</span>
            </>
          ),
        },
        { label: 'Bill found', value: billRef },
        { label: 'Reason', value: reason },
        { label: 'Settled by', value: `${by.name}, ${by.role}, ${momentOf(at)}` },
        {
          label: 'Confirmed by',
          value:
            confirmedBy &&
            `${confirmedBy.name}, ${confirmedBy.role}${closedAt === null ? '' : `, ${momentOf(closedAt)}`}`,
        },
      ]}
    />
  );
}
