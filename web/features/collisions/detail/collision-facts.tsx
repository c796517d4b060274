import type { Collision } from '#contract/collisions.ts';
import { DossierLink, PhoneWithDossier } from '#web/records/dossier-link.tsx';
import { momentOf } from '#web/format/time.ts';
import { capitalised, joined } from '#web/format/words.ts';
import { Facts, type Fact } from '#web/ui/table/facts.tsx';
import { vehicleName, type EvidencePicture } from '../collision-words.ts';
import { Thumbnails, type ThumbnailsProps } from './thumbnails.tsx';

export interface CollisionFactsProps extends Omit<ThumbnailsProps, 'pictures' | 'small'> {
  collision: Collision;
  /** Every picture of the collision; each vehicle shows its own. */
  pictures: readonly EvidencePicture[];
}

/** The overview of a collision, then each vehicle with its driver; what was not given is left out. */
export function CollisionFacts({ collision, pictures, ...steps }: CollisionFactsProps) {
  return (
    <>
      <Facts title="Overview" facts={overviewFacts(collision)} />
      {collision.vehicle.map((vehicle, index) => {
        const own = pictures.filter((picture) => picture.vehicle === index);
        const shown = own.length > 0 && <Thumbnails {...steps} pictures={own} small />;
        return (
          <Facts
            key={index}
            title={capitalised(vehicleName(vehicle.plate, index))}
            facts={[
              {
                label: 'Plate',
                value:
                  vehicle.plate === '' ? (
                    'No plate'
                  ) : (
                    <DossierLink of="plate" value={vehicle.plate} />
                  ),
              },
              { label: 'Make, model', value: joined([vehicle.make, vehicle.model], ' ') },
              { label: 'Driver', value: vehicle.name },
              {
                label: 'Phone',
                value: vehicle.phone === '' ? null : <PhoneWithDossier value={vehicle.phone} />,
              },
              { label: 'Pictures', value: shown || null },
            ]}
          />
        );
      })}
    </>
  );
}

function overviewFacts(collision: Collision): Fact[] {
  const { createdBy, createdAt, position } = collision;
  return [
    { label: 'Vehicles', value: String(collision.noOfCars) },
    { label: 'Fatalities', value: String(collision.noOfFatalities) },
    { label: 'Injuries', value: String(collision.noOfInjuries) },
    { label: 'Organisation', value: collision.organisation },
    { label: 'Zone', value: collision.zone },
    { label: 'Team', value: collision.team },
    { label: 'Location', value: collision.location },
    {
      label: 'Position',
      value: position && (
        <>
          {position.lat.toFixed(5)}, {position.lng.toFixed(5)},{' '}
          <span className="nowrap">within {Math.ceil(position.accuracy)} m</span>
        </>
      ),
    },
    { label: 'Recorded by', value: `${createdBy.name}, ${createdBy.role}` },
    { label: 'Recorded at', value: momentOf(createdAt) },
  ];
}
