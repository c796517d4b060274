import { useState } from 'react';
import type { ListSize } from '#web/api/area.ts';

interface Page<Row> extends ListSize {
  data: readonly Row[];
}

/** Rows that no other screen reads: the list keeps its page itself, and needs no area in the store. */
export function useOwnRows<Row, Query>(
  load: (query: Query, signal: AbortSignal) => Promise<Page<Row>>,
) {
  const [answer, setAnswer] = useState<(Page<Row> & { query: Query }) | null>(null);
  return {
    ask: async (query: Query, signal: AbortSignal) => {
      const page = await load(query, signal);
      signal.throwIfAborted();
      setAnswer({ ...page, query });
      return page;
    },
    rows: answer?.data ?? [],
    answered: answer?.query ?? null,
    paginate: answer ?? { total: 0 },
  };
}
