import type { ListSteps } from '#web/lists/address.ts';
import { type FilterPlaces, usePlaceAndDayFilters } from '#web/lists/place-and-day-filters.tsx';
import type { Filter } from '#web/ui/filters/filter.ts';

/** The organisation alone, for those who have a choice. */
export function useExceptionFilters(steps: ListSteps<''>): Filter[] {
  return usePlaceAndDayFilters(steps, [], noPlaces).filter(
    ({ key, offered = true, value }) => key === 'organisation' && (offered || value !== null),
  );
}

const none: FilterPlaces = { places: [], loading: false, problem: null, retry: () => undefined };
const noPlaces = () => none;
