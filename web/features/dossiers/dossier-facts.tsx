import { type Dossier, driverFactNames, vehicleFactNames } from '#contract/dossiers.ts';
import { factsOf, groupsWithValues } from '#web/records/record-facts.tsx';
import { phoneLink } from '#web/ui/controls/phone-link.tsx';
import { Card } from '#web/ui/shell/card.tsx';
import { Facts } from '#web/ui/table/facts.tsx';
import css from './dossier-screen.module.css';

const phones = { phoneNo: phoneLink, phoneTwo: phoneLink };

/** Vehicle and driver as they were last recorded; what was never given is left out. */
export function DossierFacts({ dossier: { of, vehicle, driver } }: { dossier: Dossier }) {
  const groups = groupsWithValues([
    {
      title: of === 'plate' ? 'Vehicle' : 'Vehicle last driven',
      facts: vehicle ? factsOf(vehicle, vehicleFactNames) : [],
    },
    {
      title: of === 'plate' ? 'Last driver' : 'Driver',
      facts: driver ? factsOf(driver, driverFactNames, phones) : [],
    },
  ]);
  if (groups.length === 0) return null;
  return (
    <Card label="Last recorded as" className={css['facts']}>
      {groups.map((group) => (
        <Facts key={group.title} {...group} />
      ))}
    </Card>
  );
}
