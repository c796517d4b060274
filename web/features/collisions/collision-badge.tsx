import type { Collision } from '#contract/collisions.ts';
import { shownPlate } from '#contract/identities.ts';
import { IconAlertTriangle } from '#web/ui/icons.ts';
import { TicketBadge } from '#web/ui/ticket/ticket-badge.tsx';
import css from './collision-badge.module.css';

interface CollisionBadgeProps {
  collision: Pick<Collision, 'vehicle'>;
  /** The label alone, where the vehicle is shown beside it. */
  short?: boolean;
}

/** A collision in one line: Accident, then the driver's name and the plate of its first vehicle. */
export function CollisionBadge({ collision, short = false }: CollisionBadgeProps) {
  const { name = '', plate = '' } = collision.vehicle[0] ?? {};
  const named = !short && (name !== '' || plate !== '');
  return (
    <TicketBadge
      kind="crash"
      icon={<IconAlertTriangle size={14} aria-hidden />}
      label="Accident"
      body={
        named ? (
          <span className={css['vehicle']}>
            {name !== '' && <span className={css['name']}>{name} </span>}
            {plate !== '' && <span className="flex-none">{shownPlate(plate)}</span>}
          </span>
        ) : undefined
      }
    />
  );
}
