import { type HistoryRecord, readHistory } from '#contract/history.ts';
import type { Deps } from '#server/deps.ts';
import { findBooking } from '#server/features/bookings/queries.ts';
import { findCollision } from '#server/features/collisions/queries.ts';
import { findException } from '#server/features/exceptions/queries.ts';
import { pictureAddresses, readUser } from '#server/features/users/queries.ts';
import type { Caller } from '#server/http/caller.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import { historyOf } from './queries.ts';

type Read = (deps: Deps, caller: Caller, id: string) => Promise<Outcome<unknown>>;

/** Each record is read with the reader's own rights first: who may not read it gets no history. */
const reads: Readonly<Record<HistoryRecord, Read>> = {
  booking: ({ db }, caller, id) => findBooking(db, caller, id),
  collision: findCollision,
  user: (deps, caller, id) => readUser(deps.db, caller, id, pictureAddresses(deps)),
  exception: ({ db }, caller, id) => findException(db, caller, id),
};

export function historyRoutes(deps: Deps): void {
  deps.serve.record(
    readHistory,
    async ({ record, id }, caller) => {
      const found = await reads[record](deps, caller, id);
      return found instanceof Refusal ? found : { record, id };
    },
    ({ record, query, caller }) => {
      if (record.record === 'booking' || record.record === 'collision')
        deps.lookups.note(caller, { kind: 'history', record: record.id });
      return historyOf(deps.reading, record, query);
    },
  );
}
