import { useOpeningDrafts } from '#web/forms/drafts/use-opening-drafts.ts';
import { useCurrentUser, useMay } from '#web/api/store-hooks.ts';
import { CollisionSheet } from './collision-sheet.tsx';
import { collisionDraftSchema } from './draft-schema.ts';

/** The New Collision Form. `onClose` is called once it is done with: sent, kept as a draft or given up. */
export function CollisionForm({ onClose }: { onClose: () => void }) {
  const user = useCurrentUser();
  const allowed = useMay('record a collision');
  const userId = allowed && user ? user.id : null;
  const kept = useOpeningDrafts('collision', userId, collisionDraftSchema);
  if (kept === null) return null;
  return <CollisionSheet kept={kept} userId={userId} onClose={onClose} />;
}
