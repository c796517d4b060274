import { useOpening } from '#web/lists/use-opening.ts';
import { CollisionDialog } from './collision-dialog.tsx';

export interface CollisionDetailProps {
  /** The collision that is open; '' when none is. */
  id: string;
  onClose: () => void;
}

/** The collision open over its list, read from the server so that a link to it works alone. */
export function CollisionDetail({ id, onClose }: CollisionDetailProps) {
  const shown = useOpening(id);
  if (shown.id === '') return null;
  return <CollisionDialog key={shown.round} id={shown.id} opened={id !== ''} onClose={onClose} />;
}
