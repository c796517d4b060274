import { useEffect, useState } from 'react';
import type { Organisation } from '#contract/places.ts';
import { useServerBack } from '#web/api/connection.ts';
import { useDispatch } from '#web/api/store-hooks.ts';
import { failedCall } from '#web/api/use-loaded.ts';
import { useToday } from '#web/format/use-today.ts';
import { useBookings } from '../slice.ts';
import { loadCatalogue } from './catalogue.ts';

/**
 * The catalogue in the store, loaded if it isn't there; `problem` says why it could not be. With an
 * `organisation`, or null before one is chosen, it must have today's fees of that organisation.
 */
export function useCatalogue(organisation?: Organisation | null) {
  const dispatch = useDispatch();
  const catalogue = useBookings((state) => state.booking.catalogue);
  const [problem, setProblem] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const missing = catalogue === null;
  const day = useToday();
  const outdated =
    catalogue?.copiedAt !== null ||
    (organisation !== undefined &&
      (catalogue.organisation !== organisation || catalogue.day !== day));

  useEffect(() => {
    if (!outdated) return;
    const over = new AbortController();
    loadCatalogue(dispatch, organisation ?? null, over.signal).catch((error: unknown) => {
      if (!over.signal.aborted) setProblem(failedCall(error).message);
    });
    return () => over.abort();
  }, [dispatch, outdated, organisation, day, attempt]);

  function retry(): void {
    setProblem(null);
    setAttempt((before) => before + 1);
  }

  useServerBack(() => {
    if (outdated) retry();
  });

  return {
    offences: catalogue?.offences ?? [],
    places: catalogue?.places ?? [],
    loading: missing && problem === null,
    problem: missing ? problem : null,
    copiedAt: catalogue?.copiedAt ?? null,
    retry,
  };
}
export type CatalogueState = ReturnType<typeof useCatalogue>;
