import { Confirm } from '#web/ui/dialog/confirm.tsx';
import type { AccountPlace } from './place-fields.tsx';
import { allStates } from './user-words.ts';

export interface NarrowConfirmProps {
  opened: boolean;
  place: AccountPlace;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before somebody narrows what they see themselves. */
export function NarrowConfirm({ opened, place, onConfirm, onCancel }: NarrowConfirmProps) {
  const where = place.zone ?? place.state ?? allStates;
  return (
    <Confirm
      opened={opened}
      title="Narrow your access?"
      message={
        <p>
          From now on you see and record for <b>{where}</b> only. You cannot widen it again
          yourself: ask a state admin for that.
        </p>
      }
      confirmLabel={`Work in ${where} only`}
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  );
}
