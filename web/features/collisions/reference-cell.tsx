import { useMediaQuery } from '@mantine/hooks';
import type { Collision } from '#contract/collisions.ts';
import { collisionReference } from '#web/format/reference.ts';
import { Reference } from '#web/ui/ticket/reference.tsx';
import { TwoLine } from '#web/ui/table/two-line.tsx';
import { CollisionStub } from './collision-stub.tsx';
import { firstVehicle } from './collision-words.ts';

/** Reference and card of a collision; where there is little room, the vehicle stands below. */
export function ReferenceCell({ collision }: { collision: Collision }) {
  const roomy = useMediaQuery('(min-width: 75em)', true, { getInitialValueInEffect: false });
  const reference = <Reference value={collisionReference(collision._id)} group={7} />;
  if (roomy) {
    return (
      <TwoLine second={<CollisionStub collision={collision} />} keep>
        {reference}
      </TwoLine>
    );
  }
  return (
    <>
      <TwoLine second={<CollisionStub collision={collision} short />} keep>
        {reference}
      </TwoLine>
      <TwoLine>{firstVehicle(collision)}</TwoLine>
    </>
  );
}
