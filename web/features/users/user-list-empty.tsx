import { IconUsers } from '@tabler/icons-react';
import type { FailedCall } from '#web/api/call-failure.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { NoMatch } from '#web/ui/table/no-match.tsx';
import { NotOpen } from '#web/ui/feedback/not-open.tsx';

export interface UserListEmptyProps {
  search: string;
  /** Set when the accounts are not for whoever asks. */
  refused: FailedCall | null;
  onClear: () => void;
}

/** In place of the rows: they are not for this role, nobody matches, or there is nobody. */
export function UserListEmpty({ search, refused, onClear }: UserListEmptyProps) {
  if (refused) return <NotOpen>{refused.message}</NotOpen>;
  if (search !== '') {
    return <NoMatch heading="No items found" search={search} filters={0} onClear={onClear} />;
  }
  return (
    <EmptyState icon={<IconUsers size={30} stroke={1.5} />} heading="No items found">
      Nobody has an account here yet.
    </EmptyState>
  );
}
