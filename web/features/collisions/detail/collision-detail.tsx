import { useDispatch } from '#web/api/store-hooks.ts';
import { useOpening } from '#web/lists/use-opening.ts';
import { RecordDialog } from '#web/records/record-dialog.tsx';
import { useRecord } from '#web/records/use-record.ts';
import { CopyLink } from '#web/ui/controls/copy-link.tsx';
import { useScreen } from '#web/ui/theme/use-screen.ts';
import { collisionName } from '../collision-words.ts';
import { readCollision, useCollisions } from '../slice.ts';
import { CollisionBody } from './collision-body.tsx';
import { CollisionHeader } from './collision-header.tsx';

interface CollisionDetailProps {
  /** The collision that is open; '' when none is. */
  id: string;
  onClose: () => void;
}

/** The collision open over its list: everything that was recorded, and the evidence. */
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
  const reading = useRecord(id, () => dispatch(readCollision(id)), known);
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
        actions: <CopyLink id={id} />,
        flush: true,
        children: <CollisionBody collision={collision} reading={reading} />,
      })}
    />
  );
}
