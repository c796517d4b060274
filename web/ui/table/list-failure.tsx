import { IconPlugConnectedX } from '#web/ui/icons.ts';
import { Button } from '../controls/button.tsx';
import { EmptyState } from '../feedback/empty-state.tsx';

export interface ListFailureProps {
  message: string;
  onRetry: () => void;
}

/** In place of rows that could not be loaded. */
export function ListFailure({ message, onRetry }: ListFailureProps) {
  return (
    <div role="alert">
      <EmptyState
        icon={<IconPlugConnectedX size={30} stroke={1.5} />}
        heading="The list could not be loaded"
        action={<Button onClick={onRetry}>Try again</Button>}
      >
        {message}
      </EmptyState>
    </div>
  );
}
