import { listPlaces, type Place } from '#contract/places.ts';
import { call } from '#web/api/call.ts';
import { serverThunk } from '#web/api/server-thunk.ts';
import { useDispatch } from '#web/api/store-hooks.ts';
import { useLoaded } from '#web/api/use-loaded.ts';

/** Loaded once: places don't change while a page is open. */
let known: readonly Place[] | undefined;

/** The states with their local government areas. */
export async function fetchPlaces(signal: AbortSignal): Promise<readonly Place[]> {
  known ??= (await call(listPlaces, { signal })).data;
  return known;
}

const loadPlaces = serverThunk('place/list', (_: undefined, { signal }) => fetchPlaces(signal));
const none: readonly Place[] = [];

/** The states with their areas: none while they are loading; `problem` says why they can't be loaded. */
export function usePlaces() {
  const dispatch = useDispatch();
  const { data, failure, reload } = useLoaded('places', () => dispatch(loadPlaces(undefined)));
  const places = data ?? known;
  return {
    places: places ?? none,
    loading: places === undefined && failure === null,
    problem: places === undefined ? failure : null,
    retry: reload,
  };
}
