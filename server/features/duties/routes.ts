import { decideDuty, endDuty, listDuties, proposeDuty } from '#contract/duties.ts';
import type { Part } from '#server/acts/part.ts';
import type { Deps } from '#server/deps.ts';
import { answered } from '#server/http/answered.ts';
import type { Caller } from '#server/http/caller.ts';
import { decide, dutiesToConfirm, endOrTakeBack, propose } from './commands.ts';
import { dutiesOf, findDuty } from './queries.ts';

export const dutiesPart: Part = {
  name: 'duties',
  routes: dutyRoutes,
  queues: { duty: dutiesToConfirm },
};

function dutyRoutes(deps: Deps): void {
  const { serve, db } = deps;
  const find = ({ id }: { id: string }, caller: Caller) => findDuty(db, caller, id);
  serve(listDuties, async ({ query, caller }) => answered(await dutiesOf(db, caller, query)));
  serve(proposeDuty, async ({ body, ...taker }) => answered(await propose(deps, taker, body)));
  serve.record(decideDuty, find, async ({ record, body, ...taker }) =>
    answered(await decide(deps, taker, record.id, body)),
  );
  serve.record(endDuty, find, async ({ record, ...taker }) =>
    answered(await endOrTakeBack(deps, taker, record.id)),
  );
}
