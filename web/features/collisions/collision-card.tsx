import type { Collision } from '#contract/collisions.ts';
import { collisionReference } from '#web/format/reference.ts';
import { momentOf } from '#web/format/time.ts';
import { ListCard } from '#web/ui/table/list-card.tsx';
import { Reference } from '#web/ui/ticket/reference.tsx';
import { CollisionStub } from './collision-stub.tsx';
import { collisionName, harmOf } from './collision-words.ts';

export interface CollisionCardProps {
  collision: Collision;
  onOpen: () => void;
}

/** A collision in a list on a phone. */
export function CollisionCard({ collision, onOpen }: CollisionCardProps) {
  const { location, zone } = collision;
  return (
    <ListCard
      stub={<CollisionStub collision={collision} />}
      when={momentOf(collision.createdAt)}
      name={location === '' ? zone : location}
      detail={`${zone}, ${harmOf(collision)}`}
      reference={<Reference value={collisionReference(collision._id)} group={7} />}
      onOpen={onOpen}
      openName={collisionName(collision)}
    />
  );
}
