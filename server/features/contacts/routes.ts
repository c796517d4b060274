import * as contract from '#contract/contacts.ts';
import type { Part } from '#server/acts/part.ts';
import type { Deps } from '#server/deps.ts';
import { answered } from '#server/http/answered.ts';
import { invalid, Refusal } from '#server/http/refusal.ts';
import { theOrganisation, theWholeOrganisation } from '#server/scope/rules.ts';
import { dayMs } from '#server/time.ts';
import { changeContacts, changeLogo, setLogo } from './commands.ts';
import { contactsOf, logoOf } from './queries.ts';

export const contactsPart: Part = {
  name: 'contacts',
  routes: contactRoutes,
};

function contactRoutes(deps: Deps): void {
  const { serve, db, fileAddresses } = deps;
  const logoAnswer = (id: string | null) =>
    answered({ logo: id === null ? null : fileAddresses.of(id, dayMs) });
  serve(contract.readContacts, async ({ query, caller: { scope, demo } }) => {
    const organisation = theOrganisation(scope, query.organisation);
    if (organisation instanceof Refusal) return organisation;
    return answered(await contactsOf(db, { organisation, demo }));
  });
  serve(contract.changeContacts, async ({ body, actor, caller }) => {
    const { organisation: chosen, ...contacts } = body;
    const organisation = theWholeOrganisation(caller.scope, chosen);
    if (organisation instanceof Refusal) return organisation;
    return answered(await changeContacts(db, actor, caller, organisation, contacts));
  });
  serve(contract.readLogo, async ({ query, caller: { scope, demo } }) => {
    const organisation = theOrganisation(scope, query.organisation);
    if (organisation instanceof Refusal) return organisation;
    return logoAnswer(await logoOf(db, { organisation, demo }));
  });
  serve(contract.changeLogo, async ({ body, files, actor, caller }) => {
    const organisation = theWholeOrganisation(caller.scope, body.organisation);
    if (organisation instanceof Refusal) return organisation;
    if (files.length === 0) return invalid('logo', 'Choose a picture.');
    const logo = await changeLogo(deps, actor, caller, organisation, files);
    return logo instanceof Refusal ? logo : logoAnswer(logo);
  });
  serve(contract.removeLogo, async ({ query, actor, caller }) => {
    const organisation = theWholeOrganisation(caller.scope, query.organisation);
    if (organisation instanceof Refusal) return organisation;
    return logoAnswer(await setLogo(db, actor, caller, organisation, []));
  });
}
