import { folded, inAlphabet } from '#contract/folding.ts';
import {
  headquarters,
  organisationNames,
  organisationOfState,
  type Place,
  stateOfOrganisation,
} from '#contract/places.ts';
import type { SignedInUser } from '#web/api/current-user.ts';
import { useCurrentUser } from '#web/api/store-hooks.ts';
import { usePlaces } from '#web/records/places.ts';
import { SearchFilter } from '#web/ui/filters/search-filter.tsx';
import type { PlaceSteps } from './place-and-day-filters.tsx';

export interface ZoneFilterProps extends PlaceSteps {
  /** Closes the popover. */
  done: () => void;
}

export function ZoneFilter({ filters, filter, done }: ZoneFilterProps) {
  const user = useCurrentUser();
  const { places, loading, problem, retry } = usePlaces();
  const zones = user ? zonesOf(places, user, filters) : [];
  return (
    <SearchFilter
      label="Zone"
      find={(query) => findTexts(zones, query).map((value) => ({ value, label: value }))}
      value={filters.zone}
      onChoose={(zone) => {
        filter({ zone });
        done();
      }}
      loading={loading ? 'Loading the zones' : undefined}
      problem={problem}
      onRetry={retry}
    />
  );
}

/**
 * Headquarters, and the zones of the user's organisation, or of the chosen one, or of all. None for
 * a user of one zone.
 */
function zonesOf(
  places: readonly Place[],
  user: SignedInUser,
  { organisation: chosen }: PlaceSteps['filters'],
): string[] {
  if (user.zone !== null) return [];
  const organisation = user.state === null ? chosen : organisationOfState(user.state);
  const organisations = organisation === undefined ? organisationNames : [organisation];
  const states = new Set<string>(organisations.map(stateOfOrganisation));
  const zones = places.flatMap(({ name, cities }) => (states.has(name) ? cities : []));
  return [headquarters, ...new Set(zones.sort(inAlphabet))];
}

/** The texts that hold the query, first those that begin with it. */
function findTexts(texts: readonly string[], query: string): string[] {
  const wanted = folded(query);
  const rank = (text: string) => (folded(text).startsWith(wanted) ? 0 : 1);
  return texts.filter((text) => folded(text).includes(wanted)).sort((a, b) => rank(a) - rank(b));
}
