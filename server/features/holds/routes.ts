import * as contract from '#contract/holds.ts';
import type { Deps } from '#server/deps.ts';
import { findBooking } from '#server/features/bookings/queries.ts';
import { answered } from '#server/http/answered.ts';
import { exportLimit } from '#server/http/attempts.ts';
import type { Caller } from '#server/http/caller.ts';
import { exportHoldsOf, holdBooking, liftHoldOf } from './commands.ts';
import { listHoldsOf } from './queries.ts';

export function holdRoutes(deps: Deps): void {
  const { serve, db, reading } = deps;
  const find = ({ id }: { id: string }, caller: Caller) => findBooking(db, caller, id);
  serve(contract.listHolds, ({ query, caller }) => listHoldsOf(reading, caller, query));
  serve.download(
    contract.exportHolds,
    ({ query, caller, actor }) => exportHoldsOf(deps, actor, caller, query),
    exportLimit,
  );
  serve.record(contract.setHold, find, async ({ record: { _id }, body, actor, caller }) =>
    answered(
      await db
        .transaction()
        .execute((trx) => holdBooking(trx, { ...actor, id: caller.userId }, _id, body)),
    ),
  );
  serve.record(contract.liftHold, find, async ({ record: { _id }, body, actor, caller }) =>
    answered(
      await db
        .transaction()
        .execute((trx) => liftHoldOf(trx, { ...actor, id: caller.userId }, _id, body)),
    ),
  );
}
