import * as fees from '#contract/fees.ts';
import { listOffences, listOftenUsed } from '#contract/offences.ts';
import { stateOfOrganisation } from '#contract/places.ts';
import type { Part } from '#server/acts/part.ts';
import type { Deps } from '#server/deps.ts';
import { inBackground, tellAdmins } from '#server/features/users/commands.ts';
import { answered } from '#server/http/answered.ts';
import type { Caller } from '#server/http/caller.ts';
import { notFound, Refusal } from '#server/http/refusal.ts';
import { naira } from '#server/money.ts';
import { chosenOrganisation, theOrganisation } from '#server/scope/rules.ts';
import * as commands from './commands.ts';
import { proposeList } from './fee-list.ts';
import { feesOf, findProposal, pricedCatalogue } from './fees.ts';
import * as offences from './queries.ts';
import { notAllZones } from './rules.ts';

export const offencesPart: Part = {
  name: 'offences',
  routes: offenceRoutes,
  queues: { fee: commands.feesToConfirm },
};

function offenceRoutes(deps: Deps): void {
  const { serve, db, reading } = deps;
  const find = ({ id }: { id: string }) =>
    Promise.resolve(offences.offenceById(id) ?? notFound('offence'));

  serve(listOffences, async ({ query, caller }) => {
    const scope = chosenOrganisation(caller.scope, query.organisation);
    if (scope instanceof Refusal) return scope;
    const { organisation } = scope;
    return answered(
      organisation === null
        ? offences.listOffences().map((offence) => ({ ...offence, later: [] }))
        : await offences.offeredOffences(db, { organisation, demo: caller.demo }),
    );
  });
  serve(listOftenUsed, async ({ caller }) =>
    answered(await offences.oftenUsed(reading, caller.userId)),
  );
  serve(fees.listFees, async ({ query, caller }) => {
    const organisation = theOrganisation(caller.scope, query.organisation);
    if (organisation instanceof Refusal) return organisation;
    return answered(await pricedCatalogue(db, { organisation, demo: caller.demo }));
  });
  serve.record(fees.readFees, find, async ({ record, query, caller }) => {
    const organisation = theOrganisation(caller.scope, query.organisation);
    if (organisation instanceof Refusal) return organisation;
    return answered(await feesOf(db, { organisation, demo: caller.demo }, record));
  });
  serve.record(fees.proposeFee, find, async ({ record: offence, body, ...taker }) => {
    const { caller } = taker;
    const organisation = theOrganisation(caller.scope, body.organisation);
    if (organisation instanceof Refusal) return organisation;
    if (caller.scope.zone !== null) return notAllZones;
    const fee = await commands.propose(deps, taker, { organisation, offence }, body);
    if (fee instanceof Refusal) return fee;
    const news = {
      state: stateOfOrganisation(organisation),
      subject: `A fee for ${organisation} was proposed`,
      text: `${caller.name} has proposed ${naira(body.amount)} as the fee for ${offence.id} ${offence.name} from ${body.from}. Reason: ${body.reason}\n\nThe fee will apply only if another state admin confirms it before that day.`,
    };
    inBackground(deps, tellAdmins(deps, caller, news));
    return answered(fee);
  });
  serve(fees.proposeFees, async ({ body, files, ...taker }) => {
    const { caller } = taker;
    const organisation = theOrganisation(caller.scope, body.organisation);
    if (organisation instanceof Refusal) return organisation;
    if (caller.scope.zone !== null) return notAllZones;
    const of = { organisation, demo: caller.demo };
    const listed = await proposeList(deps, taker, of, body, files[0]);
    if (listed instanceof Refusal || listed.proposed === 0) return answered(listed);
    const news = {
      state: stateOfOrganisation(organisation),
      subject: `Fees for ${organisation} were proposed`,
      text: `${caller.name} has proposed ${listed.proposed} ${listed.proposed === 1 ? 'fee' : 'fees'} from ${body.from}. Reason: ${body.reason}\n\nFees apply only if another state admin confirms them before that day.`,
    };
    inBackground(deps, tellAdmins(deps, caller, news));
    return answered(listed);
  });
  const proposal = async ({ id }: { id: string }, caller: Caller) =>
    caller.scope.zone === null ? findProposal(db, caller, id) : notAllZones;
  serve.record(fees.decideFee, proposal, async ({ record, body, ...taker }) =>
    answered(await commands.decide(deps, taker, record.id, body)),
  );
  serve.record(fees.takeBackFee, proposal, async ({ record, ...taker }) =>
    answered(await commands.takeBack(deps, taker, record.id)),
  );
}
