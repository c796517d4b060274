import * as contract from '#contract/modules/after-ticket/disputes.ts';
import { serveAct } from '#server/acts/carry-out.ts';
import type { Part } from '#server/acts/part.ts';
import type { Deps } from '#server/deps.ts';
import { answered } from '#server/http/answered.ts';
import { exportLimit } from '#server/http/attempts.ts';
import type { Caller } from '#server/http/caller.ts';
import { serveRegister } from '#server/lists/register.ts';
import { heldAgainstTrail } from './against-trail.ts';
import { answering, dispute, findToAnswer, obligationsRunOn } from './commands.ts';
import { disputePdf, printDisputeOf } from './paper.ts';
import {
  countDisputesOf,
  disputeOnPage,
  disputesToAnswer,
  disputesToUphold,
  findDispute,
  readDisputes,
  readObjection,
} from './queries.ts';
import { decideToUphold, proposeToUphold, takeBackUpholding } from './upholding.ts';

export const disputesPart: Part = {
  name: 'disputes',
  heldAgainstTrail,
  routes: disputeRoutes,
  onTicketPage: disputeOnPage,
  objections: { read: readObjection, take: dispute, paper: disputePdf },
  follows: obligationsRunOn,
  queues: { dispute: disputesToAnswer, 'dispute answer': disputesToUphold },
};

function disputeRoutes(deps: Deps): void {
  const { serve, reading } = deps;
  const find = ({ id }: { id: string }, caller: Caller) => findDispute(deps, caller, id);
  serveRegister(deps, contract.disputeRegister, readDisputes(deps.fileAddresses));
  serve(contract.countDisputes, async ({ query, caller }) =>
    answered(await countDisputesOf(reading, caller, query)),
  );
  serve.record(contract.readDispute, find, ({ record }) => Promise.resolve(answered(record)));
  serve.downloadRecord(
    contract.printDispute,
    find,
    ({ record, actor, caller }) => printDisputeOf(deps, actor, caller, record),
    exportLimit,
  );
  const findAnswerable = ({ id }: { id: string }, caller: Caller) => findToAnswer(deps, caller, id);
  serveAct(deps, contract.answerDispute, findAnswerable, answering(deps));
  serve.record(contract.proposeUpholding, findAnswerable, async ({ record, body, ...taker }) =>
    answered(await proposeToUphold(deps, taker, record, body)),
  );
  serve.record(contract.decideUpholding, findAnswerable, async ({ record, body, ...taker }) =>
    answered(await decideToUphold(deps, taker, record, body)),
  );
  serve.record(contract.takeBackUpholding, findAnswerable, async ({ record, ...taker }) =>
    answered(await takeBackUpholding(deps, taker, record)),
  );
}
