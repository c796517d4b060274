import { IconCarCrash, IconPlus } from '@tabler/icons-react';
import type { FailedCall } from '#web/api/call-failure.ts';
import { countFilters, type ListFilters } from '#web/lists/filters.ts';
import { useOpenPopup } from '#web/api/popups.ts';
import { useMay } from '#web/api/store-hooks.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { NoMatch } from '#web/ui/table/no-match.tsx';
import { NotOpen } from '#web/ui/feedback/not-open.tsx';

export interface CollisionListEmptyProps {
  search: string;
  filters: ListFilters;
  /** Set when these collisions are not for whoever asks. */
  refused: FailedCall | null;
  onClear: () => void;
}

/** In place of the rows: they are not for this role, nothing matches, or there is nothing yet. */
export function CollisionListEmpty(props: CollisionListEmptyProps) {
  const { search, filters, refused, onClear } = props;
  const set = countFilters(filters);
  if (refused) return <NotOpen>{refused.message}</NotOpen>;
  if (search !== '' || set > 0) {
    return <NoMatch heading="No items Found" search={search} filters={set} onClear={onClear} />;
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
