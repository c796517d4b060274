import type { Addition } from '#contract/collision-additions.ts';
import type { Collision } from '#contract/collisions.ts';
import { momentOf } from '#web/format/time.ts';
import { capitalised, joined, plural } from '#web/format/words.ts';
import { dossierLink, phoneWithDossier } from '#web/records/dossier-link.tsx';
import { madeAtOf } from '#web/records/made-at.tsx';
import { positionFact } from '#web/records/record-facts.tsx';
import { type Fact, Facts } from '#web/ui/table/facts.tsx';
import { type EvidencePicture, killedInWords, vehicleName } from '../collision-words.ts';
import { factsShown, gradedInWords } from '../facts/fact-words.ts';
import { Thumbnails, type ThumbnailsProps } from './evidence.tsx';

interface CollisionFactsProps extends Omit<ThumbnailsProps, 'pictures' | 'small'> {
  collision: Collision;
  additions: readonly Addition[];
  /** Every picture of the collision; each vehicle shows its own. */
  pictures: readonly EvidencePicture[];
}

/** The overview of a collision, then each vehicle with its driver; what was not given is left out. */
export function CollisionFacts(props: CollisionFactsProps) {
  const { collision, additions, pictures, ...events } = props;
  return (
    <>
      <Facts title="Overview" facts={overviewFacts(collision, additions)} />
      {Object.keys(collision.facts).length > 0 && (
        <Facts
          title="More facts"
          facts={[
            ...factsShown(collision.facts),
            {
              label: 'Severity',
              value: gradedInWords(collision.facts, collision.noOfInjuries),
            },
          ]}
        />
      )}
      {collision.vehicle.map((vehicle, index) => {
        const { plate, make, model, name, phone } = vehicle;
        const own = pictures.filter((picture) => picture.vehicle === index);
        return (
          <Facts
            key={index}
            title={capitalised(vehicleName(plate, index))}
            facts={[
              { label: 'Plate', value: dossierLink('plate', plate) ?? 'No plate' },
              { label: 'Make, model', value: joined([make, model], ' ') },
              { label: 'Driver', value: name },
              { label: 'Phone', value: phoneWithDossier(phone) },
              {
                label: 'Pictures',
                value: own.length > 0 ? <Thumbnails {...events} pictures={own} small /> : null,
              },
            ]}
          />
        );
      })}
    </>
  );
}

function overviewFacts(collision: Collision, additions: readonly Addition[]): Fact[] {
  const { createdBy, createdAt, captured, filesToCome } = collision;
  return [
    { label: 'Vehicles', value: String(collision.noOfCars) },
    { label: 'Fatalities', value: killedInWords(collision, additions) },
    { label: 'Injuries', value: String(collision.noOfInjuries) },
    { label: 'Organisation', value: collision.organisation },
    { label: 'Zone', value: collision.zone },
    { label: 'Team', value: collision.team },
    { label: 'Location', value: collision.location },
    positionFact(collision),
    { label: 'Recorded by', value: `${createdBy.name}, ${createdBy.role}` },
    { label: 'Recorded at', value: momentOf(madeAtOf(collision)) },
    { label: 'Received by the authority', value: captured && momentOf(createdAt) },
    { label: 'Record recovered by', value: captured?.broughtInBy?.name },
    {
      label: 'Files still to arrive',
      value: filesToCome === 0 ? null : plural(filesToCome, 'file'),
    },
  ];
}
