import { IconUserQuestion } from '@tabler/icons-react';
import type { FailedCall } from '#web/lib/call-failure.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LaneNote } from '#web/ui/lane-loader.tsx';

export interface UserMissingProps {
  failure: FailedCall | null;
  onRetry: () => void;
}

/** In place of a user who is still on the way, or who could not be read. */
export function UserMissing({ failure, onRetry }: UserMissingProps) {
  if (!failure) return <LaneNote>Loading the user</LaneNote>;
  const hopeless = failure.status === 403 || failure.status === 404;
  return (
    <div role="alert">
      <EmptyState
        icon={<IconUserQuestion size={30} stroke={1.5} />}
        heading="The user could not be opened"
        action={hopeless ? undefined : <Button onClick={onRetry}>Try again</Button>}
      >
        {failure.message}
      </EmptyState>
    </div>
  );
}
