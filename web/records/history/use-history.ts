import { useState } from 'react';
import { type HistoryEntry, type HistoryRecord, readHistory } from '#contract/history.ts';
import { call } from '#web/api/call.ts';
import { useLoaded } from '#web/api/use-loaded.ts';

const pageSize = 50;

interface Asked {
  record: HistoryRecord;
  id: string;
  pages: number;
}

interface Known {
  entries: readonly HistoryEntry[];
  total: number;
}

/** The first pages of a history, oldest first. */
const loadHistory = async ({ record, id, pages }: Asked, signal: AbortSignal): Promise<Known> => {
  const answers = await Promise.all(
    Array.from({ length: pages }, (_, before) =>
      call(readHistory, {
        params: { record, id },
        query: { limit: pageSize, page: before + 1 },
        signal,
      }),
    ),
  );
  return { entries: answers.flatMap(({ data }) => data), total: answers[0]?.total ?? 0 };
};

/** The history of a record; `more` loads another page of it. */
export function useHistory({ record, id }: Pick<Asked, 'record' | 'id'>) {
  const [pages, setPages] = useState(1);
  const [last, setLast] = useState<Known | null>(null);
  const loaded = useLoaded(`${record} ${id} ${pages}`, (signal) =>
    loadHistory({ record, id, pages }, signal),
  );
  // The pages that are there stay while another one is loading.
  if (loaded.data !== null && loaded.data !== last) setLast(loaded.data);
  const known = loaded.data ?? last;
  return {
    entries: known?.entries ?? null,
    rest: known ? known.total - known.entries.length : 0,
    failure: loaded.failure,
    reload: loaded.reload,
    more: () => setPages((count) => count + 1),
    loading: loaded.data === null && loaded.failure === null,
  };
}
