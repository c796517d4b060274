import type { Booking } from '#contract/bookings.ts';
import type { DossierKind } from '#contract/dossiers.ts';
import { DossierLink, PhoneWithDossier } from '#web/records/dossier-link.tsx';
import { momentOf } from '#web/format/time.ts';
import { joined } from '#web/format/words.ts';
import { Facts, type Fact } from '#web/ui/table/facts.tsx';

/** Everything a booking holds beside its fines; what was not given is left out. */
export function BookingFacts({ booking }: { booking: Booking }) {
  const groups = [
    { title: 'Driver', facts: driverFacts(booking) },
    { title: 'Vehicle', facts: vehicleFacts(booking) },
    { title: 'Booking', facts: contextFacts(booking) },
    { title: 'Payment', facts: paymentFacts(booking) },
    { title: 'Confiscations', facts: confiscationFacts(booking) },
    { title: 'Notes', facts: [{ label: 'Notes', value: notesOf(booking) }] },
  ];
  return groups
    .filter(({ facts }) => facts.some(({ value }) => value != null && value !== ''))
    .map((group) => <Facts key={group.title} {...group} />);
}

const link = (of: DossierKind, value: string) =>
  value === '' ? null : <DossierLink of={of} value={value} />;
const phone = (value: string) => (value === '' ? null : <PhoneWithDossier value={value} />);

function driverFacts(booking: Booking): Fact[] {
  return [
    { label: 'Name', value: booking.name },
    { label: 'Phone', value: phone(booking.phoneNo) },
    { label: 'Second phone', value: phone(booking.phoneTwo) },
    { label: 'License number', value: link('license', booking.license) },
    { label: 'Address', value: booking.address },
    { label: 'Email', value: booking.email },
    { label: 'Date of birth', value: booking.dob },
    { label: 'Gender', value: booking.gender },
    { label: 'Height', value: booking.height },
  ];
}

function vehicleFacts(booking: Booking): Fact[] {
  return [
    { label: 'Registration', value: link('plate', booking.registration) },
    { label: 'Make, model', value: joined([booking.make, booking.model], ' ') },
    { label: 'Type', value: booking.vehicleType },
    { label: 'Body', value: booking.vehicleBody },
    { label: 'Colour', value: booking.color },
    { label: 'Year', value: booking.vehicleYear },
    { label: 'Fuel', value: booking.type },
    { label: 'Capacity', value: booking.capacity },
    { label: 'Origin', value: booking.origin },
    { label: 'VIN', value: booking.vin },
    { label: 'PIN', value: booking.pin },
  ];
}

function contextFacts(booking: Booking): Fact[] {
  const { createdBy, createdAt, position } = booking;
  return [
    { label: 'Organisation', value: booking.organisation },
    { label: 'Zone', value: booking.zone },
    { label: 'Team', value: booking.team },
    { label: 'Location', value: booking.location },
    {
      label: 'Position',
      value: position && (
        <>
          {position.lat.toFixed(5)}, {position.lng.toFixed(5)},{' '}
          <span className="nowrap">within {Math.ceil(position.accuracy)} m</span>
        </>
      ),
    },
    { label: 'Beat code', value: booking.beatCode },
    { label: 'EO code', value: booking.eoCode },
    { label: 'Booked by', value: `${createdBy.name}, ${createdBy.role}` },
    { label: 'Booked at', value: momentOf(createdAt) },
  ];
}

function paymentFacts(booking: Booking): Fact[] {
  const { billRef, receipt, paidAt, completedAt, completedBy } = booking;
  return [
    { label: 'Bill reference', value: billRef },
    { label: 'Receipt', value: receipt },
    { label: 'Paid at', value: paidAt && momentOf(paidAt) },
    { label: 'Cleared at', value: completedAt && momentOf(completedAt) },
    { label: 'Cleared by', value: completedBy && `${completedBy.name}, ${completedBy.role}` },
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

function notesOf({ notes }: Booking) {
  return notes === '' ? null : <span className="as-typed">{notes}</span>;
}
