import type { Collision } from '#contract/collisions.ts';
import { Facts } from '#web/ui/facts.tsx';
import { momentOf, picturesOf } from '../collision-words.ts';
import css from './collision-detail.module.css';
import { EvidenceGallery } from './evidence-gallery.tsx';
import { EvidenceVideo } from './evidence-video.tsx';
import { OfficerFacts, VehicleFacts, WitnessFacts } from './people-facts.tsx';

export interface CollisionBodyProps {
  collision: Collision;
  /** The addresses of the evidence no longer hold. */
  onStale: () => void;
}

/** Everything a collision holds: its evidence, and the facts beside it. */
export function CollisionBody({ collision, onStale }: CollisionBodyProps) {
  const { vehicle, witness, officer, vid, desc, notes } = collision;
  const pictures = picturesOf(collision);
  return (
    <div className={css['columns']}>
      <div className={css['main']}>
        <h3 className={css['heading']}>Evidence</h3>
        {pictures.length > 0 && <EvidenceGallery pictures={pictures} onStale={onStale} />}
        {vid !== '' && <EvidenceVideo address={vid} onStale={onStale} />}
        {desc !== '' && (
          <>
            <h3 className={css['heading']}>Description</h3>
            <p className={css['prose']}>{desc}</p>
          </>
        )}
        {witness.length > 0 && <h3 className={css['heading']}>Witness Statements</h3>}
        {witness.map((one, index) => (
          <WitnessFacts key={index} witness={one} />
        ))}
        {officer.length > 0 && <h3 className={css['heading']}>Attending Officer Statement</h3>}
        {officer.map((one, index) => (
          <OfficerFacts key={index} officer={one} />
        ))}
        {notes !== '' && (
          <>
            <h3 className={css['heading']}>Notes</h3>
            <p className={css['prose']}>{notes}</p>
          </>
        )}
      </div>
      <div className={css['facts']}>
        <Facts title="Overview" facts={overviewFacts(collision)} />
        {vehicle.map((one, index) => (
          <VehicleFacts key={index} vehicle={one} index={index} />
        ))}
      </div>
    </div>
  );
}

function overviewFacts(collision: Collision) {
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
      value:
        position &&
        `${position.lat.toFixed(5)}, ${position.lng.toFixed(5)}, within ${Math.ceil(position.accuracy)} m`,
    },
    { label: 'Recorded by', value: `${createdBy.name}, ${createdBy.role}` },
    { label: 'Recorded at', value: momentOf(createdAt) },
  ];
}
