import type { ReactNode } from 'react';
import { IconFileUnknown } from '#web/ui/icons.ts';
import { Button } from '../controls/button.tsx';
import { EmptyState } from './empty-state.tsx';
import { LoadingNote } from './loading-bar.tsx';

export interface RecordMissingProps {
  /** The missing thing, such as "booking". */
  noun: string;
  /** The reason why it could not be read, with the answer's status; null while it is loading. */
  failure: { readonly message: string; readonly status: number } | null;
  onRetry: () => void;
  /** A Tabler icon of size 30. */
  icon?: ReactNode;
}

/** In place of a record that is still loading, or that could not be read. */
export function RecordMissing({ noun, failure, onRetry, icon }: RecordMissingProps) {
  if (!failure) return <LoadingNote>Loading the {noun}</LoadingNote>;
  const isFinal = failure.status === 403 || failure.status === 404;
  return (
    <div role="alert">
      <EmptyState
        icon={icon ?? <IconFileUnknown size={30} stroke={1.5} />}
        heading={`The ${noun} could not be opened`}
        action={isFinal ? undefined : <Button onClick={onRetry}>Try again</Button>}
      >
        {failure.message}
      </EmptyState>
    </div>
  );
}
