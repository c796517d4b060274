import { IconFileUnknown } from '@tabler/icons-react';
import type { FailedCall } from '#web/lib/call-failure.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LaneNote } from '#web/ui/lane-loader.tsx';

export interface BookingMissingProps {
  failure: FailedCall | null;
  onRetry: () => void;
}

/** In place of a booking that is still on its way, or that could not be read. */
export function BookingMissing({ failure, onRetry }: BookingMissingProps) {
  if (!failure) return <LaneNote>Loading the booking</LaneNote>;
  const hopeless = failure.status === 403 || failure.status === 404;
  return (
    <div role="alert">
      <EmptyState
        icon={<IconFileUnknown size={30} stroke={1.5} />}
        heading="The booking could not be opened"
        action={hopeless ? undefined : <Button onClick={onRetry}>Try again</Button>}
      >
        {failure.message}
      </EmptyState>
    </div>
  );
}
