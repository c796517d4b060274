import { listLookups } from '#contract/lookups.ts';
import type { Deps } from '#server/deps.ts';
import type { Reads } from '#server/features/history/queries.ts';
import { Refusal } from '#server/http/refusal.ts';
import { lookupsOf } from './queries.ts';

export function lookupRoutes(deps: Deps, reads: Reads): void {
  const { serve, reading } = deps;
  serve.record(
    listLookups,
    async ({ record, id }, caller) => {
      const found = await reads[record](caller, id);
      return found instanceof Refusal ? found : id;
    },
    ({ record, query }) => lookupsOf(reading, record, query),
  );
}
