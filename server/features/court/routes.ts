import * as contract from '#contract/court.ts';
import type { Part } from '#server/acts/part.ts';
import type { Deps } from '#server/deps.ts';
import { findBooking } from '#server/features/bookings/queries.ts';
import { answered } from '#server/http/answered.ts';
import { exportLimit } from '#server/http/attempts.ts';
import type { Caller } from '#server/http/caller.ts';
import { caseFileOf } from './case-file.ts';
import * as commands from './commands.ts';
import { exportCasesOf } from './export.ts';
import { courtOnPage, findBatch, findCase, listCasesOf } from './queries.ts';

export const courtPart: Part = {
  name: 'court',
  routes: courtRoutes,
  onTicketPage: courtOnPage,
};

function courtRoutes(deps: Deps): void {
  const { serve, db } = deps;
  const find = ({ id }: { id: string }, caller: Caller) => findCase(deps, caller, id);
  serve(contract.listCases, ({ query, caller }) => listCasesOf(deps, caller, query));
  serve.download(
    contract.exportCases,
    ({ query, caller, actor }) => exportCasesOf(deps, actor, caller, query),
    exportLimit,
  );
  serve.record(contract.readCase, find, ({ record }) => Promise.resolve(answered(record)));
  serve(contract.draftCases, async ({ body, ...taker }) =>
    answered(await commands.draft(deps, taker, body)),
  );
  serve.record(contract.leaveDraft, find, async ({ record, ...taker }) =>
    answered(await commands.leave(deps, taker, record)),
  );
  serve.record(
    contract.lockBatch,
    ({ id }, caller) => findBatch(db, caller, id),
    async ({ record, ...taker }) => answered(await commands.lock(deps, taker, record)),
  );
  serve.record(contract.noteHearing, find, async ({ record, body, ...taker }) =>
    answered(await commands.hearing(deps, taker, record, body)),
  );
  serve.record(contract.noteOutcome, find, async ({ record, body, files, ...taker }) =>
    answered(await commands.outcome(deps, taker, record, { body, files })),
  );
  serve.downloadRecord(
    contract.exportCaseFile,
    ({ id }, caller) => findBooking(db, caller, id),
    ({ record, actor, caller }) => caseFileOf(deps, actor, caller, record),
    exportLimit,
  );
}
