import * as contract from '#contract/contacts.ts';
import type { Organisation } from '#contract/places.ts';
import type { Deps } from '#server/deps.ts';
import { answered } from '#server/http/answered.ts';
import type { Caller } from '#server/http/caller.ts';
import { invalid, type Outcome, Refusal } from '#server/http/refusal.ts';
import { theOrganisation } from '#server/scope/rules.ts';
import { dayMs } from '#server/time.ts';
import { changeContacts, changeLogo } from './commands.ts';
import { contactsOf, logoOf } from './queries.ts';

const notAllZones = new Refusal(
  403,
  'out_of_scope',
  'Contacts and logo stand on the papers of every zone: a state admin who sees all zones sets them.',
);

/** The organisation whose papers the caller may change. */
function toChange({ scope }: Caller, chosen: Organisation | undefined): Outcome<Organisation> {
  const organisation = theOrganisation(scope, chosen);
  return organisation instanceof Refusal || scope.zone === null ? organisation : notAllZones;
}

export function contactRoutes(deps: Deps): void {
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
    const organisation = toChange(caller, chosen);
    if (organisation instanceof Refusal) return organisation;
    const change = db
      .transaction()
      .execute((trx) => changeContacts(trx, actor, caller, organisation, contacts));
    return answered(await change);
  });
  serve(contract.readLogo, async ({ query, caller: { scope, demo } }) => {
    const organisation = theOrganisation(scope, query.organisation);
    if (organisation instanceof Refusal) return organisation;
    return logoAnswer(await logoOf(db, { organisation, demo }));
  });
  serve(contract.changeLogo, async ({ body, files, actor, caller }) => {
    const organisation = toChange(caller, body.organisation);
    if (organisation instanceof Refusal) return organisation;
    if (files.length === 0) return invalid('logo', 'Choose a picture.');
    const logo = await changeLogo(deps, actor, caller, organisation, files);
    return logo instanceof Refusal ? logo : logoAnswer(logo);
  });
}
