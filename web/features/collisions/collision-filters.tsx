import type { CollisionSort } from '#contract/collisions.ts';
import type { ListSteps } from '#web/lists/address.ts';
import {
  type FilterPlaces,
  shownFilters,
  usePlaceAndDayFilters,
} from '#web/lists/place-and-day-filters.tsx';
import type { Filter } from '#web/ui/filters/filter.ts';
import { usePlaces } from './use-places.ts';

/** The filters of the accidents: those that are set, and those that the user may set. */
export function useCollisionFilters(steps: ListSteps<CollisionSort>): Filter[] {
  return shownFilters(usePlaceAndDayFilters(steps, [], useFilterPlaces));
}

function useFilterPlaces(): FilterPlaces {
  const { data, failure, reload } = usePlaces();
  return {
    places: data ?? [],
    loading: data === null && failure === null,
    problem: data === null ? failure : null,
    retry: reload,
  };
}
