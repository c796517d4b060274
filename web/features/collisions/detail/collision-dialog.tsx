import { CopyLink } from '#web/ui/controls/copy-link.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { RecordMissing } from '#web/ui/feedback/record-missing.tsx';
import { useScreen } from '#web/ui/theme/use-screen.ts';
import { collisionName } from '../collision-words.ts';
import { CollisionBody } from './collision-body.tsx';
import { CollisionHeader } from './collision-header.tsx';
import { useCollisionRecord } from './use-collision-record.ts';

export interface CollisionDialogProps {
  id: string;
  opened: boolean;
  onClose: () => void;
}

/** The collision detail: everything that was recorded, and the evidence. */
export function CollisionDialog({ id, opened, onClose }: CollisionDialogProps) {
  const { collision, failure, reload } = useCollisionRecord(id);
  const phone = useScreen('phone');
  if (!collision) {
    return (
      <Dialog opened={opened} onClose={onClose} title="Accident" size="md">
        <RecordMissing noun="collision" failure={failure} onRetry={reload} />
      </Dialog>
    );
  }
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={phone ? 'Accident' : `Accident, ${collisionName(collision)}`}
      size="md"
      header={<CollisionHeader collision={collision} />}
      actions={<CopyLink id={id} />}
      flush
    >
      <CollisionBody collision={collision} failure={failure} onReload={reload} />
    </Dialog>
  );
}
