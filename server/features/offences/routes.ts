import * as fees from '#contract/fees.ts';
import { listOffences, listOftenUsed } from '#contract/offences.ts';
import type { Organisation } from '#contract/places.ts';
import { stateOfOrganisation } from '#contract/places.ts';
import type { Deps } from '#server/deps.ts';
import { inBackground, tellAdmins } from '#server/features/users/commands.ts';
import { answered } from '#server/http/answered.ts';
import type { Caller } from '#server/http/caller.ts';
import { notFound, type Outcome, Refusal } from '#server/http/refusal.ts';
import { naira } from '#server/money.ts';
import { chosenOrganisation } from '#server/scope/rules.ts';
import * as commands from './commands.ts';
import { feesOf, findProposal, pricedCatalogue } from './fees.ts';
import * as offences from './queries.ts';
import { chooseOrganisation, notAllZones } from './rules.ts';

export function offenceRoutes(deps: Deps): void {
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
    const organisation = feesIn(caller, query.organisation);
    if (organisation instanceof Refusal) return organisation;
    return answered(await pricedCatalogue(db, { organisation, demo: caller.demo }));
  });
  serve.record(fees.readFees, find, async ({ record, query, caller }) => {
    const organisation = feesIn(caller, query.organisation);
    if (organisation instanceof Refusal) return organisation;
    return answered(await feesOf(db, { organisation, demo: caller.demo }, record));
  });
  serve.record(fees.proposeFee, find, async ({ record: offence, body, actor, caller }) => {
    const organisation = feesIn(caller, body.organisation);
    if (organisation instanceof Refusal) return organisation;
    if (caller.scope.zone !== null) return notAllZones;
    const fee = await commands.propose(db, actor, caller, { organisation, offence }, body);
    if (fee instanceof Refusal) return fee;
    const news = {
      state: stateOfOrganisation(organisation),
      subject: `A fee of ${organisation} was proposed`,
      text: `${caller.name} has proposed ${naira(body.amount)} as the fee of ${offence.id} ${offence.name} from ${body.from} on. Reason: ${body.reason}\n\nIt counts only if another state admin confirms it before that day.`,
    };
    inBackground(deps, tellAdmins(deps, caller, news));
    return answered(fee);
  });
  const proposal = async ({ id }: { id: string }, caller: Caller) =>
    caller.scope.zone === null ? findProposal(db, caller, id) : notAllZones;
  serve.record(fees.decideFee, proposal, async ({ record, body, actor, caller }) =>
    answered(await commands.decide(db, actor, caller, record.id, body)),
  );
  serve.record(fees.takeBackFee, proposal, async ({ record, actor, caller }) =>
    answered(await commands.takeBack(db, actor, caller, record.id)),
  );
}

/** The caller's own organisation, or the one chosen by a caller who has several. */
function feesIn(caller: Caller, chosen: Organisation | undefined): Outcome<Organisation> {
  const scope = chosenOrganisation(caller.scope, chosen);
  return scope instanceof Refusal ? scope : (scope.organisation ?? chooseOrganisation);
}
