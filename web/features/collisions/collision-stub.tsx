import { IconAlertTriangle } from '@tabler/icons-react';
import type { Collision } from '#contract/collisions.ts';
import { Stub } from '#web/ui/ticket/stub.tsx';
import css from './collision-stub.module.css';

export interface CollisionStubProps {
  collision: Pick<Collision, 'vehicle'>;
  /** The label alone, where the vehicle stands beside it. */
  short?: boolean;
}

/** The card of a collision in one line: Accident, then name and plate of its first vehicle. */
export function CollisionStub({ collision, short = false }: CollisionStubProps) {
  const { name = '', plate = '' } = collision.vehicle[0] ?? {};
  const named = !short && (name !== '' || plate !== '');
  return (
    <Stub
      kind="crash"
      icon={<IconAlertTriangle size={14} aria-hidden />}
      label="Accident"
      body={
        named ? (
          <span className={css['vehicle']}>
            {name !== '' && <span className={css['name']}>{name} </span>}
            {plate !== '' && <span className={css['plate']}>{plate}</span>}
          </span>
        ) : undefined
      }
    />
  );
}
