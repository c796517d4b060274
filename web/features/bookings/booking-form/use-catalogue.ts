import { useEffect, useState } from 'react';
import { useDispatch } from '#web/lib/store-hooks.ts';
import { loadCatalogue, useBookings } from '../slice.ts';

/** What the form chooses from, fetched once; `problem` says why it is missing. */
export function useCatalogue() {
  const dispatch = useDispatch();
  const catalogue = useBookings((state) => state.booking.catalogue);
  const [problem, setProblem] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const missing = catalogue === null;

  useEffect(() => {
    if (!missing) return;
    const loading = dispatch(loadCatalogue());
    void loading.then((outcome) => {
      if (loadCatalogue.rejected.match(outcome) && !outcome.meta.aborted) {
        setProblem(outcome.payload?.message ?? 'The list of offences could not be loaded.');
      }
    });
    return () => loading.abort();
  }, [dispatch, missing, attempt]);

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
