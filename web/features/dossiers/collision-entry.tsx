import { IconAlertTriangle } from '@tabler/icons-react';
import type { DossierCollision } from '#contract/dossiers.ts';
import { joined, plural } from '#web/format/words.ts';
import { Stub } from '#web/ui/ticket/stub.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import css from './dossier-history.module.css';
import { collisionAddress } from './dossier-rules.ts';
import { HistoryEntry } from './history-entry.tsx';

/** A collision in a dossier: the vehicle and driver it is about, and what happened. */
export function CollisionEntry({ collision }: { collision: DossierCollision }) {
  const { vehicle, noOfCars, noOfFatalities, noOfInjuries, location, zone } = collision;
  const body = joined([vehicle.make, vehicle.model, vehicle.plate], ' ');
  return (
    <HistoryEntry
      to={collisionAddress(collision)}
      at={collision.createdAt}
      kind="crash"
      icon={<IconAlertTriangle size={16} />}
      stub={
        <Stub
          kind="crash"
          icon={<IconAlertTriangle size={14} aria-hidden />}
          label="Accident"
          body={body ?? undefined}
        />
      }
    >
      {vehicle.name !== '' && (
        <span className={classNames('strong', css['who'])}>{vehicle.name}</span>
      )}
      <span>
        {plural(noOfCars, 'vehicle')}, {plural(noOfFatalities, 'fatality', 'fatalities')},{' '}
        {plural(noOfInjuries, 'injury', 'injuries')}
      </span>
      <span className="small quiet">{joined([location, zone])}</span>
    </HistoryEntry>
  );
}
