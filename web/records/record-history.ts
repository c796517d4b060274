import { createContext, use, type ReactNode } from 'react';
import type { HistoryRecord } from '#contract/history.ts';

/** Whose history it is; another `revision` says that it has grown. */
export interface HistoryOf {
  record: HistoryRecord;
  id: string;
  revision?: string | undefined;
}

/** Records don't know histories: whoever shows them says here how one is shown. */
export const RecordHistoryContext = createContext<((of: HistoryOf) => ReactNode) | null>(null);

/** Who changed what in a record that is open, folded until somebody wants to know. */
export function RecordHistory(of: HistoryOf): ReactNode {
  return use(RecordHistoryContext)?.(of) ?? null;
}
