import type { Collision } from '#contract/collisions.ts';
import { Facts } from '#web/ui/facts.tsx';
import { joined, vehicleName } from '../collision-words.ts';

const phoneLink = (phone: string) =>
  phone === '' ? null : <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>{phone}</a>;

const sentenceCase = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

interface VehicleFactsProps {
  vehicle: Collision['vehicle'][number];
  index: number;
}

/** A vehicle of a collision and who drove it. */
export function VehicleFacts({ vehicle, index }: VehicleFactsProps) {
  return (
    <Facts
      title={sentenceCase(vehicleName(vehicle.plate, index))}
      facts={[
        { label: 'Plate', value: vehicle.plate },
        { label: 'Make, model', value: joined([vehicle.make, vehicle.model], ' ') },
        { label: 'Driver', value: vehicle.name },
        { label: 'Phone', value: phoneLink(vehicle.phone) },
      ]}
    />
  );
}

/** What a witness said. */
export function WitnessFacts({ witness }: { witness: Collision['witness'][number] }) {
  return (
    <Facts
      title={witness.name === '' ? sentenceCase(witness.type) : witness.name}
      facts={[
        { label: 'Type', value: witness.type },
        { label: 'Phone', value: phoneLink(witness.phone) },
        { label: 'Statement', value: witness.statement },
      ]}
    />
  );
}

/** What an attending officer stated, and whom they name. */
export function OfficerFacts({ officer }: { officer: Collision['officer'][number] }) {
  const described = officer.perpetrator === 'other' ? officer.type : '';
  return (
    <Facts
      title="Officer"
      facts={[
        { label: 'Perpetrator', value: joined([officer.perpetrator, described]) },
        { label: 'Statement', value: officer.statement },
      ]}
    />
  );
}
