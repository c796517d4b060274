import * as contract from '#contract/corrections.ts';
import type { Part } from '#server/acts/part.ts';
import type { Deps } from '#server/deps.ts';
import { findBooking } from '#server/features/bookings/queries.ts';
import { answered } from '#server/http/answered.ts';
import type { Caller } from '#server/http/caller.ts';
import { correctionsToConfirm, decide, propose, takeBack } from './commands.ts';
import { correctionsProposed, findCorrection, whyByTwo } from './queries.ts';

export const correctionsPart: Part = {
  name: 'corrections',
  routes: correctionRoutes,
  stops: { 'booking.corrected': whyByTwo },
  queues: { correction: correctionsToConfirm },
};

function correctionRoutes(deps: Deps): void {
  const { serve, db } = deps;
  const findTicket = ({ id }: { id: string }, caller: Caller) => findBooking(db, caller, id);
  const find = ({ id }: { id: string }, caller: Caller) => findCorrection(db, caller, id);
  serve.record(contract.listCorrections, findTicket, async ({ record, caller }) =>
    answered(await correctionsProposed(db, caller, record._id)),
  );
  serve.record(contract.proposeCorrection, findTicket, async ({ record, body, ...taker }) =>
    answered(await propose(deps, taker, record, body)),
  );
  serve.record(contract.decideCorrection, find, async ({ record, body, ...taker }) =>
    answered(await decide(deps, taker, record, body)),
  );
  serve.record(contract.takeBackCorrection, find, async ({ record, ...taker }) =>
    answered(await takeBack(deps, taker, record)),
  );
}
