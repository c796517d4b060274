import { useEffect, useState } from 'react';
import { dossierKey, readKnown, type DossierKind, type Known } from '#contract/dossiers.ts';
import { call } from '#web/api/call.ts';
import { CallFailure } from '#web/api/call-failure.ts';
import { connectionNow } from '#web/api/connection.ts';

/** Between the last key and the question, in milliseconds. */
const pause = 300;

/** Shorter than this nothing is asked: it can't be whole yet. */
const shortest: Record<DossierKind, number> = { plate: 4, license: 5, phone: 7 };

interface Answered {
  key: string;
  known: Known | null;
}

/**
 * What is known of a value while it is typed; null when nothing is, or while that can't be found out:
 * a form works without. Only typing asks, not a value that was filled in.
 */
export function useKnown(of: DossierKind, value: string, fieldId: string): Known | null {
  const [answered, setAnswered] = useState<Answered>({ key: '', known: null });
  const asked = value.trim();
  const key = dossierKey(of, asked);

  useEffect(() => {
    const typed = document.activeElement?.id === fieldId;
    if (!typed || key.length < shortest[of]) return undefined;
    const stale = new AbortController();
    const timer = setTimeout(() => {
      if (!connectionNow().sure) return;
      call(readKnown, { query: { of, value: asked }, signal: stale.signal })
        .then(({ data }) => setAnswered({ key, known: data }))
        .catch((error: unknown) => {
          if (!stale.signal.aborted && !(error instanceof CallFailure)) throw error;
        });
    }, pause);
    return () => {
      clearTimeout(timer);
      stale.abort();
    };
  }, [of, asked, key, fieldId]);

  return answered.key === key ? answered.known : null;
}
