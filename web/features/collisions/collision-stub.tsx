import { IconAlertTriangle } from '@tabler/icons-react';
import type { Collision } from '#contract/collisions.ts';
import { Stub } from '#web/ui/stub.tsx';
import { firstVehicle } from './collision-words.ts';

/** The card of a collision in one line: Accident, then its first vehicle. */
export function CollisionStub({ collision }: { collision: Pick<Collision, 'vehicle'> }) {
  const body = firstVehicle(collision);
  return (
    <Stub
      kind="crash"
      icon={<IconAlertTriangle size={14} aria-hidden />}
      label="Accident"
      body={body === '' ? undefined : body}
    />
  );
}
