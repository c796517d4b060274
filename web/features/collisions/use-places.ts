import { listPlaces, type Place } from '#contract/places.ts';
import { call } from '#web/api/call.ts';
import { serverThunk } from '#web/api/server-thunk.ts';
import { useDispatch } from '#web/api/store-hooks.ts';
import { useLoaded } from '#web/api/use-loaded.ts';

const loadPlaces = serverThunk<Place[]>('collision/places', async (_, { signal }) => {
  const { data } = await call(listPlaces, { signal });
  return data;
});

/** The states with their areas: null while they are on their way, and why they did not come. */
export function usePlaces() {
  const dispatch = useDispatch();
  return useLoaded('places', () => dispatch(loadPlaces()));
}
