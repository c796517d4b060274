import { useEffect } from 'react';
import type { Place } from '#contract/places.ts';
import { useDispatch } from '#web/api/store-hooks.ts';
import { loadPlaces, useUsers } from './slice.ts';

const none: readonly Place[] = [];

/** The states with their areas, fetched once; none while they are on their way. */
export function usePlaces(): readonly Place[] {
  const dispatch = useDispatch();
  const places = useUsers((state) => state.user.places);
  const missing = places === null;
  useEffect(() => {
    if (!missing) return undefined;
    const asked = dispatch(loadPlaces());
    return () => asked.abort();
  }, [dispatch, missing]);
  return places ?? none;
}
