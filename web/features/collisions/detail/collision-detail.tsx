import { IconFileUnknown } from '@tabler/icons-react';
import type { FailedCall } from '#web/lib/call-failure.ts';
import { collisionReference } from '#web/lib/reference.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LaneNote } from '#web/ui/lane-loader.tsx';
import { Plate } from '#web/ui/plate.tsx';
import { Reference } from '#web/ui/reference.tsx';
import { CollisionStub } from '../collision-stub.tsx';
import { collisionName } from '../collision-words.ts';
import { CollisionBody } from './collision-body.tsx';
import css from './collision-detail.module.css';
import { useCollisionRecord } from './use-collision-record.ts';

export interface CollisionDetailProps {
  id: string;
  onClose: () => void;
}

/** The collision open over its list, read from the server so that a link to it works alone. */
export function CollisionDetail({ id, onClose }: CollisionDetailProps) {
  const { collision, failure, reload } = useCollisionRecord(id);
  if (!collision) {
    return (
      <Dialog opened onClose={onClose} title="Accident" size="md">
        <CollisionMissing failure={failure} onRetry={reload} />
      </Dialog>
    );
  }
  const plate = collision.vehicle[0]?.plate ?? '';
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`Accident, ${collisionName(collision)}`}
      size="md"
      header={
        <div className={css['head']}>
          {plate !== '' && <Plate value={plate} size="lg" />}
          <div className={css['who']}>
            <h2>{collision.location === '' ? collision.zone : collision.location}</h2>
            <div className={css['line']}>
              <Reference value={collisionReference(collision._id)} group={7} copy />
              <CollisionStub collision={collision} />
              {collision.demo && <span className={css['quiet']}>Demo record</span>}
            </div>
          </div>
        </div>
      }
      flush
    >
      <CollisionBody collision={collision} onStale={reload} />
    </Dialog>
  );
}

interface CollisionMissingProps {
  failure: FailedCall | null;
  onRetry: () => void;
}

function CollisionMissing({ failure, onRetry }: CollisionMissingProps) {
  if (!failure) return <LaneNote>Loading the collision</LaneNote>;
  const hopeless = failure.status === 403 || failure.status === 404;
  return (
    <div role="alert">
      <EmptyState
        icon={<IconFileUnknown size={30} stroke={1.5} />}
        heading="The collision could not be opened"
        action={hopeless ? undefined : <Button onClick={onRetry}>Try again</Button>}
      >
        {failure.message}
      </EmptyState>
    </div>
  );
}
