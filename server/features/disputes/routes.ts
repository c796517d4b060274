import * as contract from '#contract/disputes.ts';
import { serveAct } from '#server/acts/carry-out.ts';
import type { Part } from '#server/acts/part.ts';
import type { Deps } from '#server/deps.ts';
import { answered } from '#server/http/answered.ts';
import { exportLimit } from '#server/http/attempts.ts';
import type { Caller } from '#server/http/caller.ts';
import {
  answering,
  dispute,
  exportDisputesOf,
  findToAnswer,
  obligationsRunOn,
} from './commands.ts';
import {
  countDisputesOf,
  disputesToAnswer,
  findDispute,
  listDisputesOf,
  readObjection,
} from './queries.ts';

export const disputesPart: Part = {
  name: 'disputes',
  routes: disputeRoutes,
  objections: { read: readObjection, take: dispute },
  follows: obligationsRunOn,
  queues: { dispute: disputesToAnswer },
};

function disputeRoutes(deps: Deps): void {
  const { serve, reading } = deps;
  const find = ({ id }: { id: string }, caller: Caller) => findDispute(deps, caller, id);
  serve(contract.listDisputes, ({ query, caller }) => listDisputesOf(deps, caller, query));
  serve(contract.countDisputes, async ({ query, caller }) =>
    answered(await countDisputesOf(reading, caller, query)),
  );
  serve.download(
    contract.exportDisputes,
    ({ query, caller, actor }) => exportDisputesOf(deps, actor, caller, query),
    exportLimit,
  );
  serve.record(contract.readDispute, find, ({ record }) => Promise.resolve(answered(record)));
  serveAct(
    deps,
    contract.answerDispute,
    ({ id }, caller) => findToAnswer(deps, caller, id),
    answering(deps),
  );
}
