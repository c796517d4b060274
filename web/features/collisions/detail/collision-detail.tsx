import type { Collision } from '#contract/collisions.ts';
import { useDispatch } from '#web/api/store-hooks.ts';
import { collisionReference } from '#web/format/reference.ts';
import { useOpening } from '#web/lists/use-opening.ts';
import { Plate } from '#web/records/plate.tsx';
import { RecordDialog } from '#web/records/record-dialog.tsx';
import { Slot } from '#web/records/slot.tsx';
import { useRecord } from '#web/records/use-record.ts';
import { CopyLink } from '#web/ui/controls/copy-button.tsx';
import { DetailHead } from '#web/ui/dialog/detail.tsx';
import { useScreen } from '#web/ui/theme/use-screen.ts';
import { Reference } from '#web/ui/ticket/reference.tsx';
import { CollisionBadge } from '../collision-badge.tsx';
import { collisionName, placeOf } from '../collision-words.ts';
import { readCollision, useCollisions } from '../slice.ts';
import { CollisionBody } from './collision-body.tsx';

export interface CollisionDetailProps {
  /** The collision that is open; '' when none is. */
  id: string;
  onClose: () => void;
}

/**
 * The collision that is open over its list. It is read from the server, so that a link to it works
 * alone.
 */
export function CollisionDetail({ id, onClose }: CollisionDetailProps) {
  const shown = useOpening(id);
  if (shown.id === '') return null;
  return <CollisionDialog key={shown.round} id={shown.id} opened={id !== ''} onClose={onClose} />;
}

function CollisionDialog(props: CollisionDetailProps & { opened: boolean }) {
  const { id, ...dialog } = props;
  const dispatch = useDispatch();
  const known = useCollisions(({ collision: { one, all } }) =>
    one?._id === id ? one : all.find((row) => row._id === id),
  );
  const reading = useRecord(id, (signal) => readCollision(dispatch, id, signal), known);
  const phone = useScreen('phone');
  return (
    <RecordDialog
      {...dialog}
      kind="collision"
      reading={reading}
      title="Accident"
      size="md"
      show={(collision) => ({
        title: phone ? 'Accident' : `Accident, ${collisionName(collision)}`,
        header: <CollisionHeader collision={collision} />,
        actions: (
          <>
            <Slot name="head of a collision" collision={collision} />
            <CopyLink id={id} />
          </>
        ),
        flush: true,
        children: <CollisionBody collision={collision} reading={reading} />,
      })}
    />
  );
}

/** The first vehicle's plate, the place, the reference. */
function CollisionHeader({ collision }: { collision: Collision }) {
  const plate = collision.vehicle[0]?.plate ?? '';
  return (
    <DetailHead mark={plate !== '' && <Plate value={plate} size="lg" />} name={placeOf(collision)}>
      <Reference value={collisionReference(collision._id)} group={7} copy />
      <CollisionBadge collision={collision} />
      {collision.demo && <span className="small quiet">Demo record</span>}
    </DetailHead>
  );
}
