import type { ReactNode } from 'react';
import { IconFilterOff } from '#web/ui/icons.ts';
import { Button } from '../controls/button.tsx';
import { EmptyState } from '../feedback/empty-state.tsx';

export interface NoMatchProps {
  heading: string;
  search: string;
  /** The number of filters that are set. */
  filters: number;
  onClear: () => void;
  /** Stands below the sentence. */
  children?: ReactNode;
}

/** In place of the rows when none match search and filters. */
export function NoMatch({ heading, search, filters, onClear, children }: NoMatchProps) {
  const nothing = search === '' ? 'Nothing matches' : `Nothing matches “${search}”`;
  const howMany = filters === 1 ? '1 filter' : `${filters} filters`;
  return (
    <EmptyState
      icon={<IconFilterOff size={30} stroke={1.5} />}
      heading={heading}
      action={<Button onClick={onClear}>{filters === 0 ? 'Clear search' : 'Clear filters'}</Button>}
    >
      {filters === 0 ? `${nothing}.` : `${nothing} with ${howMany}.`}
      {children}
    </EmptyState>
  );
}
