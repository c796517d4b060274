import * as contract from '#contract/contacts.ts';
import { carryOut, servePlainAct } from '#server/acts/carry-out.ts';
import type { Part } from '#server/acts/part.ts';
import type { Deps } from '#server/deps.ts';
import { withStoredFiles } from '#server/features/files/commands.ts';
import { answered } from '#server/http/answered.ts';
import { invalid, Refusal } from '#server/http/refusal.ts';
import { theOrganisation, theWholeOrganisation } from '#server/scope/rules.ts';
import { changingContacts, changingLogo, removingLogo, shownLogo } from './commands.ts';
import { contactsOf } from './queries.ts';

export const contactsPart: Part = {
  name: 'contacts',
  routes: contactRoutes,
};

/** The longest side of a logo, in pixels: half an inch of paper at 400 dots. */
const logoSide = 192;

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
  serve(contract.changeLogo, async (call) => {
    const { body, files, caller } = call;
    const organisation = theWholeOrganisation(caller.scope, body.organisation);
    if (organisation instanceof Refusal) return organisation;
    if (files.length === 0) return invalid('logo', 'Choose a picture.');
    const storing = { sender: caller.userId, side: logoSide };
    return answered(
      await withStoredFiles(
        deps,
        files,
        (kept) => carryOut(deps, contract.changeLogo, changingLogo(deps, kept), call),
        storing,
      ),
    );
  });
  servePlainAct(deps, contract.removeLogo, removingLogo(deps));
}
