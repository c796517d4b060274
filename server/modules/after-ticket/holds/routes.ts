import * as contract from '#contract/modules/after-ticket/holds.ts';
import { serveAct } from '#server/acts/carry-out.ts';
import type { Part } from '#server/acts/part.ts';
import type { Deps } from '#server/deps.ts';
import { findBooking } from '#server/features/bookings/queries.ts';
import type { Caller } from '#server/http/caller.ts';
import { serveRegister } from '#server/lists/register.ts';
import { heldAgainstTrail } from './against-trail.ts';
import { holding, lifting } from './commands.ts';
import { readHolds } from './queries.ts';

export const holdsPart: Part = {
  name: 'holds',
  heldAgainstTrail,
  routes: holdRoutes,
};

function holdRoutes(deps: Deps): void {
  const find = ({ id }: { id: string }, caller: Caller) => findBooking(deps.db, caller, id);
  serveRegister(deps, contract.holdRegister, readHolds);
  serveAct(deps, contract.setHold, find, holding);
  serveAct(deps, contract.liftHold, find, lifting);
}
