import { readHistory } from '#contract/history.ts';
import { hasTrait } from '#contract/records.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/refusal.ts';
import { historyOf, type Reads } from './queries.ts';

export function historyRoutes(deps: Deps, reads: Reads): void {
  deps.serve.record(
    readHistory,
    async ({ record, id }, caller) => {
      const found = await reads[record](caller, id);
      return found instanceof Refusal ? found : { record, id };
    },
    ({ record, query, caller }) => {
      if (hasTrait(record.record, 'noted'))
        deps.lookups.note(caller, { kind: 'history', record: record.id });
      return historyOf(deps.reading, record, query);
    },
  );
}
