import { listLookups } from '#contract/lookups.ts';
import type { Deps } from '#server/deps.ts';
import { findBooking } from '#server/features/bookings/queries.ts';
import { findCollision } from '#server/features/collisions/queries.ts';
import { Refusal } from '#server/http/refusal.ts';
import { lookupsOf } from './queries.ts';

export function lookupRoutes(deps: Deps): void {
  const { serve, reading } = deps;
  serve.record(
    listLookups,
    async ({ record, id }, caller) => {
      const found =
        record === 'booking'
          ? await findBooking(deps.db, caller, id)
          : await findCollision(deps, caller, id);
      return found instanceof Refusal ? found : id;
    },
    ({ record, query }) => lookupsOf(reading, record, query),
  );
}
