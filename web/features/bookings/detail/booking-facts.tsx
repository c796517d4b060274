import { bookingSections, fieldsOf, without } from '#contract/booking-rows.ts';
import type { Booking } from '#contract/bookings.ts';
import { exactNaira } from '#web/format/money.ts';
import { momentOf } from '#web/format/time.ts';
import { useLanguages } from '#web/records/languages.ts';
import { factsOf, groupsWithValues, positionFact } from '#web/records/record-facts.tsx';
import { phoneLink } from '#web/ui/controls/phone-link.tsx';
import { type Fact, Facts } from '#web/ui/table/facts.tsx';

/** Everything about a booking but its fines and its stages; what was not given is left out. */
export function BookingFacts({ booking }: { booking: Booking }) {
  const { notes, language, organisation } = booking;
  const languages = useLanguages(language === '' ? null : organisation);
  const shown = {
    phoneNo: phoneLink,
    phoneTwo: phoneLink,
    language: (code: string) => languages.find((one) => one.code === code)?.name ?? '',
  };
  const groups = groupsWithValues([
    { title: 'Driver', facts: factsOf(booking, fieldsOf(bookingSections.driver), shown) },
    { title: 'Vehicle', facts: factsOf(booking, fieldsOf(bookingSections.vehicle)) },
    { title: 'Booking', facts: contextFacts(booking) },
    { title: 'Payment', facts: paymentFacts(booking) },
    { title: 'Confiscations', facts: confiscationFacts(booking) },
    {
      title: 'Notes',
      facts: [{ label: 'Notes', value: notes && <span className="pre-wrap">{notes}</span> }],
    },
  ]);
  return groups.map((group) => <Facts key={group.title} {...group} />);
}

const signatureWords = {
  '': null,
  signed: 'Signed on the screen',
  refused: 'Refused to sign',
} as const;

function contextFacts(booking: Booking): Fact[] {
  const { createdAt, captured } = booking;
  return [
    { label: 'Organisation', value: booking.organisation },
    ...factsOf(booking, fieldsOf(bookingSections.details)),
    positionFact(booking),
    { label: 'Driver’s signature', value: signatureWords[booking.signature] },
    ...factsOf(booking, without(fieldsOf(bookingSections.extra), ['notes'])),
    { label: 'Received by the authority', value: captured && momentOf(createdAt) },
    { label: 'Record recovered by', value: captured?.broughtInBy?.name },
  ];
}

function paymentFacts(booking: Booking): Fact[] {
  const { billRef, receipt, captured } = booking;
  return [
    ...differentPrices(captured),
    { label: 'Bill reference', value: billRef },
    { label: 'Receipt', value: receipt },
  ];
}

/**
 * The price that the driver was told and the price of the day of arrival, where they differ from
 * the charge.
 */
function differentPrices(captured: Booking['captured']): Fact[] {
  if (!captured) return [];
  const { toldPrice, priceOnArrival } = captured;
  return [
    { label: 'Price quoted', value: toldPrice === null ? null : exactNaira(toldPrice) },
    {
      label: 'Price when received',
      value: priceOnArrival === null ? null : exactNaira(priceOnArrival),
    },
  ];
}

function confiscationFacts({ confiscations, completed }: Booking): Fact[] {
  if (confiscations.length === 0) return [];
  const items = (
    <ul>
      {confiscations.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
  return [{ label: completed ? 'Handed back' : 'Held', value: items }];
}
