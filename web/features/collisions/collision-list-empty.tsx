import { IconCarCrash, IconFilterOff, IconPlus } from '@tabler/icons-react';
import type { FailedCall } from '#web/lib/call-failure.ts';
import { useOpenPopup } from '#web/lib/popups.ts';
import { useMay } from '#web/lib/store-hooks.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ListFailure } from '#web/ui/list-failure.tsx';

export interface CollisionListEmptyProps {
  failure: FailedCall | null;
  search: string;
  onClear: () => void;
  onRetry: () => void;
}

/** In place of the rows: they could not be loaded, nothing matches, or there is nothing yet. */
export function CollisionListEmpty(props: CollisionListEmptyProps) {
  const { failure, search, onClear, onRetry } = props;
  if (failure) return <ListFailure message={failure.message} onRetry={onRetry} />;
  if (search !== '') {
    return (
      <EmptyState
        icon={<IconFilterOff size={30} stroke={1.5} />}
        heading="No items Found"
        action={<Button onClick={onClear}>Clear search</Button>}
      >
        Nothing matches “{search}”.
      </EmptyState>
    );
  }
  return <NothingYet />;
}

function NothingYet() {
  const open = useOpenPopup();
  const mayRecord = useMay('record a collision');
  const record = (
    <Button
      variant="primary"
      icon={<IconPlus size={16} stroke={2.2} aria-hidden />}
      onClick={() => open('collision')}
    >
      Collision
    </Button>
  );
  return (
    <EmptyState
      icon={<IconCarCrash size={30} stroke={1.5} />}
      heading="No items Found"
      action={mayRecord ? record : undefined}
    >
      No collision has been recorded here yet.
    </EmptyState>
  );
}
