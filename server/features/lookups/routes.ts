import { listLookups } from '#contract/lookups.ts';
import type { Part } from '#server/acts/part.ts';
import type { Deps } from '#server/deps.ts';
import { notFound, Refusal } from '#server/http/refusal.ts';
import { lookupsOf } from './queries.ts';

export const lookupsPart: Part = {
  name: 'look-ups',
  routes: lookupRoutes,
};

function lookupRoutes(deps: Deps): void {
  const { reads } = deps.consequences;
  deps.serve.record(
    listLookups,
    async ({ record, id }, caller) => {
      const found = (await reads[record]?.(deps, caller, id)) ?? notFound(record);
      return found instanceof Refusal ? found : id;
    },
    ({ record, query }) => lookupsOf(deps.reading, record, query),
  );
}
