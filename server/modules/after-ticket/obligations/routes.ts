import * as contract from '#contract/modules/after-ticket/obligations.ts';
import { readRulesOfTicket } from '#contract/modules/after-ticket/ticket-rules.ts';
import { serveAct } from '#server/acts/carry-out.ts';
import type { Part } from '#server/acts/part.ts';
import type { Deps } from '#server/deps.ts';
import { findBooking } from '#server/features/bookings/queries.ts';
import { answered } from '#server/http/answered.ts';
import type { Caller } from '#server/http/caller.ts';
import { serveRegister } from '#server/lists/register.ts';
import { rulesOfTicket } from '#server/modules/after-ticket/ticket-rules/queries.ts';
import { heldAgainstTrail } from './against-trail.ts';
import {
  decidingWaiver,
  ending,
  obligationsOpen,
  obligationsEnd,
  reopening,
  vehicleKept,
} from './commands.ts';
import { readObligations, stillOpenOf, waiversToConfirm } from './queries.ts';

export const obligationsPart: Part = {
  name: 'obligations',
  heldAgainstTrail,
  routes: obligationRoutes,
  stops: vehicleKept,
  stillOpen: stillOpenOf,
  follows: { ...obligationsOpen, ...obligationsEnd },
  queues: { waiver: waiversToConfirm },
};

function obligationRoutes(deps: Deps): void {
  const { serve, db } = deps;
  const find = ({ id }: { id: string }, caller: Caller) => findBooking(db, caller, id);
  serveRegister(deps, contract.obligationRegister, readObligations);
  serve.record(readRulesOfTicket, find, async ({ record }) =>
    answered(await rulesOfTicket(db, record)),
  );
  serveAct(deps, contract.endObligation, find, ending);
  serveAct(deps, contract.decideWaiver, find, decidingWaiver);
  serveAct(deps, contract.reopenObligation, find, reopening);
}
