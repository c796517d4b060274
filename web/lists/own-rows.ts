import { useState } from 'react';
import type { ListSize } from '#web/api/area.ts';
import type { Asked } from '#web/api/use-loaded.ts';

interface Page<Row> extends ListSize {
  data: readonly Row[];
}

/** Rows that no other screen reads: the list keeps its page itself, and needs no area in the store. */
export function useOwnRows<Row, Query>(load: (query: Query) => Asked<Page<Row>>) {
  const [answer, setAnswer] = useState<(Page<Row> & { query: Query }) | null>(null);
  return {
    ask: (query: Query) => {
      const asked = load(query);
      return {
        abort: () => asked.abort(),
        unwrap: async () => {
          const page = await asked.unwrap();
          setAnswer({ ...page, query });
          return page;
        },
      };
    },
    rows: answer?.data ?? [],
    answered: answer?.query ?? null,
    paginate: answer ?? { total: 0 },
  };
}
