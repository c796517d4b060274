import { IconFilterOff, IconPlugConnectedX, IconUsers } from '@tabler/icons-react';
import type { FailedCall } from '#web/lib/call-failure.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

export interface UserListEmptyProps {
  failure: FailedCall | null;
  search: string;
  onClear: () => void;
  onRetry: () => void;
}

/** In place of the rows: they could not be loaded, nothing matches, or there is nobody. */
export function UserListEmpty({ failure, search, onClear, onRetry }: UserListEmptyProps) {
  if (failure) {
    return (
      <div role="alert">
        <EmptyState
          icon={<IconPlugConnectedX size={30} stroke={1.5} />}
          heading="The list could not be loaded"
          action={<Button onClick={onRetry}>Try again</Button>}
        >
          {failure.message}
        </EmptyState>
      </div>
    );
  }
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
