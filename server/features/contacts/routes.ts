import * as contract from '#contract/contacts.ts';
import type { Deps } from '#server/deps.ts';
import { answered } from '#server/http/answered.ts';
import { Refusal } from '#server/http/refusal.ts';
import { theOrganisation } from '#server/scope/rules.ts';
import { changeContacts } from './commands.ts';
import { contactsOf } from './queries.ts';

const notAllZones = new Refusal(
  403,
  'out_of_scope',
  'The contacts stand on the papers of every zone: a state admin who sees all zones sets them.',
);

export function contactRoutes({ serve, db }: Deps): void {
  serve(contract.readContacts, async ({ query, caller: { scope, demo } }) => {
    const organisation = theOrganisation(scope, query.organisation);
    if (organisation instanceof Refusal) return organisation;
    return answered(await contactsOf(db, { organisation, demo }));
  });
  serve(contract.changeContacts, async ({ body, actor, caller }) => {
    const { organisation: chosen, ...contacts } = body;
    const organisation = theOrganisation(caller.scope, chosen);
    if (organisation instanceof Refusal) return organisation;
    if (caller.scope.zone !== null) return notAllZones;
    return answered(await changeContacts(db, actor, caller, organisation, contacts));
  });
}
