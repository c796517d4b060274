import { readHistory } from '#contract/history.ts';
import { hasTrait } from '#contract/records.ts';
import type { Part } from '#server/acts/part.ts';
import type { Deps } from '#server/deps.ts';
import { notFound, Refusal } from '#server/http/refusal.ts';
import { historyOf } from './queries.ts';

export const historyPart: Part = {
  name: 'history',
  routes: historyRoutes,
};

function historyRoutes(deps: Deps): void {
  const { reads } = deps.consequences;
  deps.serve.record(
    readHistory,
    async ({ record, id }, caller) => {
      const found = (await reads[record]?.(deps, caller, id)) ?? notFound(record);
      return found instanceof Refusal ? found : { record, id };
    },
    ({ record, query, caller }) => {
      if (hasTrait(record.record, 'noted'))
        deps.lookups.note(caller, { kind: 'history', record: record.id });
      return historyOf(deps.reading, record, query);
    },
  );
}
