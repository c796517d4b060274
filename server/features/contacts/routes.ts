import * as contract from '#contract/contacts.ts';
import { servePlainAct } from '#server/acts/carry-out.ts';
import type { Part } from '#server/acts/part.ts';
import type { Deps } from '#server/deps.ts';
import { answered } from '#server/http/answered.ts';
import { Refusal } from '#server/http/refusal.ts';
import { theOrganisation } from '#server/scope/rules.ts';
import { changingContacts, changingLogo, removingLogo, shownLogo } from './commands.ts';
import { contactsOf } from './queries.ts';

export const contactsPart: Part = {
  name: 'contacts',
  routes: contactRoutes,
};

function contactRoutes(deps: Deps): void {
  const { serve, db } = deps;
  serve(contract.readContacts, async ({ query, caller: { scope, demo } }) => {
    const organisation = theOrganisation(scope, query.organisation);
    if (organisation instanceof Refusal) return organisation;
    return answered(await contactsOf(db, { organisation, demo }));
  });
  servePlainAct(deps, contract.changeContacts, changingContacts);
  serve(contract.readLogo, async ({ query, caller }) => {
    const organisation = theOrganisation(caller.scope, query.organisation);
    if (organisation instanceof Refusal) return organisation;
    return answered(await shownLogo(deps, db, caller, organisation));
  });
  servePlainAct(deps, contract.changeLogo, changingLogo(deps));
  servePlainAct(deps, contract.removeLogo, removingLogo(deps));
}
