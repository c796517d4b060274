import type { Collision } from '#contract/collisions.ts';
import { collisionReference } from '#web/format/reference.ts';
import { Plate } from '#web/ui/ticket/plate.tsx';
import { Reference } from '#web/ui/ticket/reference.tsx';
import { CollisionStub } from '../collision-stub.tsx';
import { placeOf } from '../collision-words.ts';
import css from './collision-detail.module.css';

/** The head of the detail: the first vehicle's plate, the place, the reference. */
export function CollisionHeader({ collision }: { collision: Collision }) {
  const plate = collision.vehicle[0]?.plate ?? '';
  return (
    <div className={css['head']}>
      {plate !== '' && <Plate value={plate} size="lg" />}
      <div className={css['who']}>
        <h2>{placeOf(collision)}</h2>
        <div className={css['line']}>
          <Reference value={collisionReference(collision._id)} group={7} copy />
          <CollisionStub collision={collision} />
          {collision.demo && <span className={css['quiet']}>Demo record</span>}
        </div>
      </div>
    </div>
  );
}
