import {
  type AccountState,
  headquarters,
  type Organisation,
  organisationOfState,
  stateOfOrganisation,
} from '#contract/places.ts';
import type { Role } from '#contract/roles.ts';
import type { Scope } from '#server/http/caller.ts';
import { invalid, type Outcome, Refusal } from '#server/http/refusal.ts';

/** Decides which records an account may see: the only place that does. */
export function scopeOf(
  account: { role: Role; state: AccountState | null; zone: string | null },
  demoMode: boolean,
): Scope {
  if (account.role === 'guest')
    return { organisation: null, zone: null, demo: demoMode ? 'only' : 'none' };
  return {
    organisation: account.state === null ? null : organisationOfState(account.state),
    zone: account.zone,
    demo: demoMode ? 'included' : 'excluded',
  };
}

/** The scope narrowed to an organisation chosen on a screen; 403 for one that it doesn't reach. */
export function chosenOrganisation(scope: Scope, organisation?: Organisation): Outcome<Scope> {
  if (organisation === undefined || organisation === scope.organisation) return scope;
  if (scope.organisation !== null)
    return new Refusal(403, 'out_of_scope', `You can see only ${scope.organisation}.`);
  return { ...scope, organisation };
}

const chooseOrganisation = invalid('organisation', 'Select an organisation.');

/** The caller's own organisation, or the one chosen by a caller who has several. */
export function theOrganisation(scope: Scope, organisation?: Organisation): Outcome<Organisation> {
  const chosen = chosenOrganisation(scope, organisation);
  return chosen instanceof Refusal ? chosen : (chosen.organisation ?? chooseOrganisation);
}

/** The same for what concerns every zone; 403 for a caller of one. */
export function theWholeOrganisation(scope: Scope, chosen?: Organisation): Outcome<Organisation> {
  const organisation = theOrganisation(scope, chosen);
  if (organisation instanceof Refusal || scope.zone === null) return organisation;
  return new Refusal(
    403,
    'out_of_scope',
    'This applies to every zone, so only a state admin who sees all zones can do it.',
  );
}

/** The scope narrowed to a list's filters; 403 for a zone or an organisation beyond it. */
export function chosenPlace(
  scope: Scope,
  chosen: { readonly organisation?: Organisation | undefined; readonly zone?: string | undefined },
): Outcome<Scope> {
  const narrowed = chosenOrganisation(scope, chosen.organisation);
  if (narrowed instanceof Refusal || chosen.zone === undefined) return narrowed;
  if (scope.zone !== null && scope.zone !== chosen.zone)
    return new Refusal(403, 'out_of_scope', `You can see only ${scope.zone}.`);
  return { ...narrowed, zone: chosen.zone };
}

/** The zone of a new record: left empty it is its maker's, and headquarters for a maker without one. */
export const zoneFor = (zone: string, { zone: own }: Pick<Scope, 'zone'>): string =>
  zone || (own ?? headquarters);

/** The organisation of a new record, whose zone and organisation must lie in the maker's scope. */
export function organisationFor(
  record: { readonly organisation?: Organisation | undefined; readonly zone: string },
  scope: Scope,
  areasOf: (state: string) => readonly string[],
): Outcome<Organisation> {
  const organisation = scope.organisation ?? record.organisation;
  if (!organisation) return invalid('organisation', 'Select an organisation.');
  if (record.organisation && record.organisation !== organisation)
    return new Refusal(403, 'out_of_scope', `You can see only ${organisation}.`);
  const { zone } = record;
  const isArea = areasOf(stateOfOrganisation(organisation)).includes(zone);
  if (!isArea && zone !== headquarters)
    return invalid('zone', `${zone} is not a zone of ${organisation}.`);
  if (scope.zone !== null && scope.zone !== zone)
    return new Refusal(403, 'out_of_scope', `You can see only ${scope.zone}.`);
  return organisation;
}

/** Records that carry their organisation, their zone and whether they are of the demo. */
export interface Placed {
  readonly organisation: string;
  readonly zone: string;
  readonly demo: boolean;
}

/** The same decision for a record that is already read, such as one for many listeners. */
export function liesInScope({ organisation, zone, demo }: Placed, scope: Scope): boolean {
  return (
    scope.demo !== 'none' &&
    (scope.organisation === null || scope.organisation === organisation) &&
    (scope.zone === null || scope.zone === zone) &&
    (scope.demo === 'included' || demo === (scope.demo === 'only'))
  );
}
