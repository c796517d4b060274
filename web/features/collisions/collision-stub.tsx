import { IconAlertTriangle } from '@tabler/icons-react';
import type { Collision } from '#contract/collisions.ts';
import { Stub } from '#web/ui/ticket/stub.tsx';
import { firstVehicle } from './collision-words.ts';

export interface CollisionStubProps {
  collision: Pick<Collision, 'vehicle'>;
  /** The label alone, where the vehicle stands beside it. */
  short?: boolean;
}

/** The card of a collision in one line: Accident, then its first vehicle. */
export function CollisionStub({ collision, short = false }: CollisionStubProps) {
  const body = short ? '' : firstVehicle(collision);
  return (
    <Stub
      kind="crash"
      icon={<IconAlertTriangle size={14} aria-hidden />}
      label="Accident"
      body={body === '' ? undefined : body}
    />
  );
}
