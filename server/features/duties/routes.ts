import * as contract from '#contract/duties.ts';
import { type Duty, dutyWords } from '#contract/duties.ts';
import { stateOfOrganisation } from '#contract/places.ts';
import type { Part } from '#server/acts/part.ts';
import type { Deps } from '#server/deps.ts';
import { inBackground, tellAdmins } from '#server/features/users/commands.ts';
import { answered } from '#server/http/answered.ts';
import type { Caller } from '#server/http/caller.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import {
  decide,
  decideToSwitchOff,
  dutiesToConfirm,
  endOrTakeBack,
  propose,
  proposeToSwitchOff,
  switchesToTurnOff,
  takeBackSwitchingOff,
} from './commands.ts';
import { dutiesOf, findDuty } from './queries.ts';

export const dutiesPart: Part = {
  name: 'duties',
  routes: dutyRoutes,
  queues: { duty: dutiesToConfirm, 'switch-off': switchesToTurnOff },
};

function dutyRoutes(deps: Deps): void {
  const { serve, db } = deps;
  const find = ({ id }: { id: string }, caller: Caller) => findDuty(db, caller, id);
  serve(contract.listDuties, async ({ query, caller }) =>
    answered(await dutiesOf(db, caller, query)),
  );
  serve(contract.proposeDuty, async ({ body, ...taker }) =>
    answered(await propose(deps, taker, body)),
  );
  serve.record(contract.decideDuty, find, async ({ record, body, ...taker }) =>
    answered(await decide(deps, taker, record.id, body)),
  );
  serve.record(contract.endDuty, find, async ({ record, ...taker }) => {
    const ended = await endOrTakeBack(deps, taker, record.id);
    tellOfEnd(deps, taker.caller, ended);
    return answered(ended);
  });
  serve.record(contract.proposeSwitchOff, find, async ({ record, body, ...taker }) =>
    answered(await proposeToSwitchOff(deps, taker, record, body)),
  );
  serve.record(contract.decideSwitchOff, find, async ({ record, body, ...taker }) => {
    const decided = await decideToSwitchOff(deps, taker, record, body);
    tellOfEnd(deps, taker.caller, decided);
    return answered(decided);
  });
  serve.record(contract.takeBackSwitchOff, find, async ({ record, ...taker }) =>
    answered(await takeBackSwitchingOff(deps, taker, record)),
  );
}

/** Tells the other state admins, and the reviewers of the organisation, what has ended. */
function tellOfEnd(deps: Deps, caller: Caller, ended: Outcome<Duty>): void {
  if (ended instanceof Refusal || ended.state !== 'ended') return;
  const { organisation, duty, user } = ended;
  const what = user === null ? `${dutyWords[duty]} turned off` : `Duty ended`;
  const news = {
    state: stateOfOrganisation(organisation),
    subject: `${what} in ${organisation}`,
    text:
      user === null
        ? `${caller.name} has turned off “${dutyWords[duty]}” in ${organisation}. Two state admins can turn it on again.`
        : `${caller.name} has ended the duty “${dutyWords[duty]}” in ${organisation}. Two state admins can give it again.`,
    holders: { duty: 'reviewer', organisation },
  } as const;
  inBackground(deps, tellAdmins(deps, caller, news));
}
