import type { ReactNode } from 'react';
import type { ShownPosition } from '#contract/booking-fields.ts';
import type { DriverFacts, VehicleFacts } from '#contract/dossiers.ts';
import { type Organisation, outsideWords } from '#contract/places.ts';
import { joined } from '#web/format/words.ts';
import type { Fact, FactsProps } from '#web/ui/table/facts.tsx';

/** The groups that have a value to show. */
export const groupsWithValues = (groups: readonly FactsProps[]): FactsProps[] =>
  groups.filter(({ facts }) => facts.some(({ value }) => value != null && value !== ''));

/** A driver as a booking or a dossier shows them; `license` and the phones may be links. */
export function driverFacts(
  driver: DriverFacts,
  links: { license: ReactNode; phone: (value: string) => ReactNode },
): Fact[] {
  return [
    { label: 'Name', value: driver.name },
    { label: 'Phone', value: links.phone(driver.phoneNo) },
    { label: 'Second phone', value: links.phone(driver.phoneTwo) },
    { label: 'License number', value: links.license },
    { label: 'Address', value: driver.address },
    { label: 'Email', value: driver.email },
    { label: 'Date of birth', value: driver.dob },
    { label: 'Gender', value: driver.gender },
    { label: 'Height', value: driver.height },
  ];
}

/** A vehicle as a booking or a dossier shows it; `registration` may be a link. */
export function vehicleFacts(vehicle: VehicleFacts, registration: ReactNode): Fact[] {
  return [
    { label: 'Registration', value: registration },
    { label: 'Make, model', value: joined([vehicle.make, vehicle.model], ' ') },
    { label: 'Type', value: vehicle.vehicleType },
    { label: 'Body', value: vehicle.vehicleBody },
    { label: 'Colour', value: vehicle.color },
    { label: 'Year', value: vehicle.vehicleYear },
    { label: 'Fuel', value: vehicle.type },
    { label: 'Capacity', value: vehicle.capacity },
    { label: 'Origin', value: vehicle.origin },
    { label: 'VIN', value: vehicle.vin },
  ];
}

interface Placed {
  position: ShownPosition | null;
  organisation: Organisation;
}

/** The place of a record, as the device measured it. */
export const positionFact = ({ position, organisation }: Placed): Fact => ({
  label: 'Position',
  value: position && (
    <>
      {position.lat.toFixed(5)}, {position.lng.toFixed(5)},{' '}
      <span className="nowrap">within {Math.ceil(position.accuracy)} m</span>
      {position.outside && <span className="block">{outsideWords(organisation)}</span>}
    </>
  ),
});
