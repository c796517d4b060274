import { IconFilterOff, IconUsers } from '@tabler/icons-react';
import type { FailedCall } from '#web/lib/call-failure.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ListFailure } from '#web/ui/list-failure.tsx';

export interface UserListEmptyProps {
  failure: FailedCall | null;
  search: string;
  onClear: () => void;
  onRetry: () => void;
}

/** In place of the rows: they could not be loaded, nothing matches, or there is nobody. */
export function UserListEmpty({ failure, search, onClear, onRetry }: UserListEmptyProps) {
  if (failure) return <ListFailure message={failure.message} onRetry={onRetry} />;
  if (search !== '') {
    return (
      <EmptyState
        icon={<IconFilterOff size={30} stroke={1.5} />}
        heading="No items found"
        action={<Button onClick={onClear}>Clear search</Button>}
      >
        Nobody matches “{search}”.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={<IconUsers size={30} stroke={1.5} />} heading="No items found">
      Nobody has an account here yet.
    </EmptyState>
  );
}
