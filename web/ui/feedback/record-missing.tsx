import { IconFileUnknown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { EmptyState } from './empty-state.tsx';
import { LaneNote } from '../fields/lane-loader.tsx';

export interface RecordMissingProps {
  /** What is missing, such as "booking". */
  noun: string;
  /** Why it could not be read, with the status of the answer; null while it is on its way. */
  failure: { readonly message: string; readonly status: number } | null;
  onRetry: () => void;
  /** Of size 30. */
  icon?: ReactNode;
}

/** In place of a record that is still on its way, or that could not be read. */
export function RecordMissing({ noun, failure, onRetry, icon }: RecordMissingProps) {
  if (!failure) return <LaneNote>Loading the {noun}</LaneNote>;
  const hopeless = failure.status === 403 || failure.status === 404;
  return (
    <div role="alert">
      <EmptyState
        icon={icon ?? <IconFileUnknown size={30} stroke={1.5} />}
        heading={`The ${noun} could not be opened`}
        action={hopeless ? undefined : <Button onClick={onRetry}>Try again</Button>}
      >
        {failure.message}
      </EmptyState>
    </div>
  );
}
