import * as contract from '#contract/modules/after-ticket/court.ts';
import { carryOut, serveAct } from '#server/acts/carry-out.ts';
import type { Part } from '#server/acts/part.ts';
import type { Deps } from '#server/deps.ts';
import { findBooking } from '#server/features/bookings/queries.ts';
import { answered } from '#server/http/answered.ts';
import { type Attempts, exportLimit } from '#server/http/attempts.ts';
import type { Caller } from '#server/http/caller.ts';
import { Refusal } from '#server/http/refusal.ts';
import { serveRegister } from '#server/lists/register.ts';
import { rulesOn } from '#server/modules/after-ticket/ticket-rules/queries.ts';
import { heldAgainstTrail } from './against-trail.ts';
import { makeBatchFile } from './batch-file.ts';
import { drafting, findChosen, leavingDraft, lockingBatch } from './batches.ts';
import { handedOut, makeCaseFile } from './case-file.ts';
import { decideOutcome, decisionsToConfirm, proposeOutcome, takeBackOutcome } from './decisions.ts';
import { notingHearing } from './hearings.ts';
import { caseFileOnPage, findCaseFile } from './kept-case-files.ts';
import { findBatch, findCase, findWholeBatch, readCases } from './queries.ts';
import { courtOnPage, whyByTwo, whyNotPaid, whyVehicleStays } from './referral.ts';
import { casesStandingStill } from './standing-still.ts';

/** Drawing one takes seconds of a processor. */
const caseFileLimit: Attempts = { perMinute: 10, of: 'account' };
/** Of a whole batch, it takes up to two minutes. */
const batchFileLimit: Attempts = { perMinute: 2, of: 'account' };

export const courtPart: Part = {
  name: 'court',
  heldAgainstTrail,
  routes: courtRoutes,
  onTicketPage: courtOnPage,
  caseFileOnPage,
  looksFirst: { 'payment.started': whyNotPaid },
  stops: { 'booking.cleared': whyVehicleStays, 'booking.corrected': whyByTwo },
  queues: { 'court decision': decisionsToConfirm, 'court case': casesStandingStill },
};

function courtRoutes(deps: Deps): void {
  const { serve, db } = deps;
  const find = ({ id }: { id: string }, caller: Caller) => findCase(deps, caller, id);
  serveRegister(deps, contract.caseRegister, readCases(deps.fileAddresses));
  serve.record(contract.readCase, find, ({ record }) => Promise.resolve(answered(record)));
  serve.record(
    contract.listCourts,
    ({ id }, caller) => findBooking(db, caller, id),
    async ({ record }) => answered((await rulesOn(db, record)).rules?.courts ?? []),
  );
  serve(contract.draftCases, async (call) => {
    const record = await findChosen(db, call.caller, call.body);
    if (record instanceof Refusal) return record;
    return answered(await carryOut(deps, contract.draftCases, drafting, { ...call, record }));
  });
  serveAct(deps, contract.leaveDraft, find, leavingDraft);
  const findWhole = ({ id }: { id: string }, caller: Caller) => findWholeBatch(db, caller, id);
  serve.record(
    contract.readBatch,
    ({ id }, caller) => findBatch(db, caller, id),
    ({ record }) => Promise.resolve(answered(record)),
  );
  serveAct(deps, contract.lockBatch, findWhole, lockingBatch);
  serveAct(deps, contract.noteHearing, find, notingHearing(deps));
  serve.record(contract.noteOutcome, find, async (call) =>
    answered(await proposeOutcome(deps, call)),
  );
  serve.record(contract.confirmOutcome, find, async ({ record, body, ...taker }) =>
    answered(await decideOutcome(deps, taker, record, body)),
  );
  serve.record(contract.takeBackOutcome, find, async ({ record, ...taker }) =>
    answered(await takeBackOutcome(deps, taker, record)),
  );
  serve.downloadRecord(
    contract.exportCaseFile,
    ({ id }, caller) => findBooking(db, caller, id),
    ({ record, actor, caller }) => makeCaseFile(deps, actor, caller, record),
    caseFileLimit,
  );
  serve.downloadRecord(
    contract.readCaseFile,
    ({ number }, caller) => findCaseFile(db, caller, number),
    ({ record, actor }) => handedOut(deps, actor, record, 'booking.case-file-fetched'),
    exportLimit,
  );
  serve.downloadRecord(
    contract.exportBatchFile,
    findWhole,
    ({ record, actor, caller }) => makeBatchFile(deps, actor, caller, record),
    batchFileLimit,
  );
}
