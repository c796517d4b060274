import { useEffect, useState } from 'react';
import type { Organisation } from '#contract/places.ts';
import { useDispatch } from '#web/api/store-hooks.ts';
import { useToday } from '#web/format/use-today.ts';
import { loadCatalogue, useBookings } from '../slice.ts';

/**
 * What the form chooses from; `problem` says why it is missing. With an `organisation`, or null for
 * none yet, the offences cost what they do today there: an older catalogue is fetched anew.
 */
export function useCatalogue(organisation?: Organisation | null) {
  const dispatch = useDispatch();
  const catalogue = useBookings((state) => state.booking.catalogue);
  const [problem, setProblem] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const missing = catalogue === null;
  const day = useToday();
  const old =
    organisation !== undefined &&
    (catalogue?.organisation !== organisation || catalogue.day !== day);

  useEffect(() => {
    if (!missing && !old) return;
    const loading = dispatch(loadCatalogue(organisation ?? null));
    void loading.then((outcome) => {
      if (loadCatalogue.rejected.match(outcome) && !outcome.meta.aborted) {
        setProblem(outcome.payload?.message ?? 'The list of offences could not be loaded.');
      }
    });
    return () => loading.abort();
  }, [dispatch, missing, old, organisation, day, attempt]);

  function retry(): void {
    setProblem(null);
    setAttempt((before) => before + 1);
  }

  return {
    offences: catalogue?.offences ?? [],
    places: catalogue?.places ?? [],
    loading: missing && problem === null,
    problem: missing ? problem : null,
    retry,
  };
}
export type CatalogueState = ReturnType<typeof useCatalogue>;
