import type { Dossier } from '#contract/dossiers.ts';
import { joined } from '#web/format/words.ts';
import { Card } from '#web/ui/shell/card.tsx';
import { Facts, type Fact } from '#web/ui/table/facts.tsx';
import { phoneLink } from '#web/ui/controls/phone-link.tsx';
import css from './dossier-screen.module.css';

/** What vehicle and driver were last recorded as; what was never given is left out. */
export function DossierFacts({ dossier }: { dossier: Dossier }) {
  const groups = [
    { title: dossier.of === 'plate' ? 'Vehicle' : 'Vehicle last driven', facts: vehicle(dossier) },
    { title: dossier.of === 'plate' ? 'Last driver' : 'Driver', facts: driver(dossier) },
  ];
  const given = groups.filter(({ facts }) => facts.some(({ value }) => value !== null));
  if (given.length === 0) return null;
  return (
    <Card label="Last recorded as" className={css['facts']}>
      {given.map((group) => (
        <Facts key={group.title} {...group} />
      ))}
    </Card>
  );
}

const fact = (label: string, value: string): Fact => ({
  label,
  value: value === '' ? null : value,
});

function vehicle({ vehicle: facts }: Dossier): Fact[] {
  if (!facts) return [];
  return [
    fact('Registration', facts.registration),
    fact('Make, model', joined([facts.make, facts.model], ' ') ?? ''),
    fact('Type', facts.vehicleType),
    fact('Body', facts.vehicleBody),
    fact('Colour', facts.color),
    fact('Year', facts.vehicleYear),
    fact('Fuel', facts.type),
    fact('Capacity', facts.capacity),
    fact('Origin', facts.origin),
    fact('VIN', facts.vin),
  ];
}

function driver({ driver: facts }: Dossier): Fact[] {
  if (!facts) return [];
  return [
    fact('Name', facts.name),
    { label: 'Phone', value: phoneLink(facts.phoneNo) },
    { label: 'Second phone', value: phoneLink(facts.phoneTwo) },
    fact('License number', facts.license),
    fact('Address', facts.address),
    fact('Email', facts.email),
    fact('Date of birth', facts.dob),
    fact('Gender', facts.gender),
    fact('Height', facts.height),
  ];
}
