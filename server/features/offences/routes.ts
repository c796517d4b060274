import * as fees from '#contract/fees.ts';
import { listOffences } from '#contract/offences.ts';
import type { Organisation } from '#contract/places.ts';
import { stateOfOrganisation } from '#contract/places.ts';
import type { Deps } from '#server/deps.ts';
import { inBackground, tellAdmins } from '#server/features/users/commands.ts';
import { answered } from '#server/http/answered.ts';
import type { Caller } from '#server/http/caller.ts';
import { notFound, type Outcome, Refusal } from '#server/http/refusal.ts';
import { naira } from '#server/money.ts';
import { chosenOrganisation } from '#server/scope/rules.ts';
import { putFee } from './commands.ts';
import { feesOf, pricedCatalogue } from './fees.ts';
import * as offences from './queries.ts';
import { chooseOrganisation, notAllZones } from './rules.ts';

export function offenceRoutes(deps: Deps): void {
  const { serve, db } = deps;
  const find = ({ id }: { id: string }) =>
    Promise.resolve(offences.offenceById(id) ?? notFound('offence'));

  serve(listOffences, async ({ query, caller }) => {
    const scope = chosenOrganisation(caller.scope, query.organisation);
    if (scope instanceof Refusal) return scope;
    const { organisation } = scope;
    return answered([
      ...(organisation === null
        ? offences.listOffences()
        : await offences.offencesToday(db, organisation)),
    ]);
  });
  serve(fees.listFees, async ({ query, caller }) => {
    const organisation = feesIn(caller, query.organisation);
    if (organisation instanceof Refusal) return organisation;
    return answered(await pricedCatalogue(db, organisation));
  });
  serve.record(fees.readFees, find, async ({ record, query, caller }) => {
    const organisation = feesIn(caller, query.organisation);
    if (organisation instanceof Refusal) return organisation;
    return answered(await feesOf(db, organisation, record));
  });
  serve.record(fees.setFee, find, async ({ record: offence, body, actor, caller }) => {
    const organisation = feesIn(caller, body.organisation);
    if (organisation instanceof Refusal) return organisation;
    if (caller.scope.zone !== null) return notAllZones;
    const fee = await putFee(db, actor, caller, { organisation, offence }, body);
    if (fee instanceof Refusal) return fee;
    const news = {
      state: stateOfOrganisation(organisation),
      subject: `A fee of ${organisation} was set`,
      text: `${caller.name} has set the fee of ${offence.id} ${offence.name} to ${naira(body.amount)} from ${body.from} on. Reason: ${body.reason}`,
    };
    inBackground(deps, tellAdmins(deps, caller, news));
    return answered(fee);
  });
}

/** The caller's own organisation, or the one chosen by a caller who has several. */
function feesIn(caller: Caller, chosen: Organisation | undefined): Outcome<Organisation> {
  const scope = chosenOrganisation(caller.scope, chosen);
  return scope instanceof Refusal ? scope : (scope.organisation ?? chooseOrganisation);
}
