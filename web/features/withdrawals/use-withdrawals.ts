import { listPlaces } from '#contract/places.ts';
import { listWithdrawals } from '#contract/statistics.ts';
import { call } from '#web/api/call.ts';
import { type ListFilters, sentFilters, withoutGaps } from '#web/lists/filters.ts';
import type { ListGrammar } from '#web/lists/query.ts';
import type { FilterPlaces } from '#web/lists/place-and-day-filters.tsx';
import { serverThunk } from '#web/api/server-thunk.ts';
import { useDispatch } from '#web/api/store-hooks.ts';
import { useLoaded } from '#web/api/use-loaded.ts';

export const withdrawalsGrammar: ListGrammar<''> = {
  filters: ['period', 'from', 'to', 'organisation', 'zone'],
  sorts: [''],
  columns: [],
  usualColumns: [],
};

const loadWithdrawals = serverThunk('withdrawal/list', async (filters: ListFilters, { signal }) => {
  const { from, to, organisation, zone } = sentFilters(filters, Date.now());
  const query = withoutGaps({ from, to, organisation, zone });
  return (await call(listWithdrawals, { query, signal })).data;
});

/** What became of the bookings that each officer made in the days and the place of the filters. */
export function useWithdrawals(filters: ListFilters) {
  const dispatch = useDispatch();
  const question = JSON.stringify(filters);
  return { ...useLoaded(question, () => dispatch(loadWithdrawals(filters))), question };
}

const loadPlaces = serverThunk('withdrawal/places', async (_, { signal }) => {
  const { data } = await call(listPlaces, { signal });
  return data;
});

/** The zones to choose between. */
export function useZones(): FilterPlaces {
  const dispatch = useDispatch();
  const { data, failure, reload } = useLoaded('places', () => dispatch(loadPlaces()));
  return {
    places: data ?? [],
    loading: data === null && failure === null,
    problem: data === null ? failure : null,
    retry: reload,
  };
}
