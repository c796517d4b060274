import type { Collision } from '#contract/collisions.ts';
import { collisionReference } from '#web/format/reference.ts';
import { Plate } from '#web/ui/ticket/plate.tsx';
import { Reference } from '#web/ui/ticket/reference.tsx';
import { CollisionStub } from '../collision-stub.tsx';
import { placeOf } from '../collision-words.ts';
import { DetailHead } from '#web/ui/dialog/detail.tsx';

/** The head of the detail: the first vehicle's plate, the place, the reference. */
export function CollisionHeader({ collision }: { collision: Collision }) {
  const plate = collision.vehicle[0]?.plate ?? '';
  return (
    <DetailHead mark={plate !== '' && <Plate value={plate} size="lg" />} name={placeOf(collision)}>
      <Reference value={collisionReference(collision._id)} group={7} copy />
      <CollisionStub collision={collision} />
      {collision.demo && <span className="small quiet">Demo record</span>}
    </DetailHead>
  );
}
