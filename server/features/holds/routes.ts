import * as contract from '#contract/holds.ts';
import { serveAct } from '#server/acts/carry-out.ts';
import type { Part } from '#server/acts/part.ts';
import type { Deps } from '#server/deps.ts';
import { findBooking } from '#server/features/bookings/queries.ts';
import { exportLimit } from '#server/http/attempts.ts';
import type { Caller } from '#server/http/caller.ts';
import { exportHoldsOf, holding, lifting } from './commands.ts';
import { listHoldsOf } from './queries.ts';

export const holdsPart: Part = {
  name: 'holds',
  routes: holdRoutes,
};

function holdRoutes(deps: Deps): void {
  const { serve, db, reading } = deps;
  const find = ({ id }: { id: string }, caller: Caller) => findBooking(db, caller, id);
  serve(contract.listHolds, ({ query, caller }) => listHoldsOf(reading, caller, query));
  serve.download(
    contract.exportHolds,
    ({ query, caller, actor }) => exportHoldsOf(deps, actor, caller, query),
    exportLimit,
  );
  serveAct(deps, contract.setHold, find, holding);
  serveAct(deps, contract.liftHold, find, lifting);
}
