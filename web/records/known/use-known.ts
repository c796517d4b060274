import { useEffect, useState } from 'react';
import { dossierKey, type DossierKind, type Known, readKnown } from '#contract/dossiers.ts';
import { call } from '#web/api/call.ts';
import { CallFailure } from '#web/api/call-failure.ts';
import { connectionNow } from '#web/api/connection.ts';

/** The server is asked once nothing was typed for this long. Milliseconds. */
const typingPause = 300;

/** A value with fewer letters and digits can't be complete yet, so the server isn't asked. */
const minLength: Record<DossierKind, number> = { plate: 4, license: 5, phone: 7 };

interface Answered {
  key: string;
  known: Known | null;
}

/**
 * What is known about a value while it is typed; null while it isn't loaded, or can't be: a form works
 * without it. The server is asked only about what is typed, not about a value that was filled in.
 */
export function useKnown(of: DossierKind, value: string, fieldId: string): Known | null {
  const [answered, setAnswered] = useState<Answered>({ key: '', known: null });
  const asked = value.trim();
  const key = dossierKey(of, asked);

  useEffect(() => {
    const typed = document.activeElement?.id === fieldId;
    if (!typed || key.length < minLength[of]) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const timer = setTimeout(() => {
      if (!connectionNow().answering) return;
      call(readKnown, { query: { of, value: asked }, signal })
        .then(({ data }) => setAnswered({ key, known: data }))
        .catch((error: unknown) => {
          if (!signal.aborted && !(error instanceof CallFailure)) throw error;
        });
    }, typingPause);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [of, asked, key, fieldId]);

  return answered.key === key ? answered.known : null;
}
