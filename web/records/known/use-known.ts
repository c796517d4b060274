import { useEffect, useState } from 'react';
import { type DossierKind, type Known, readKnown } from '#contract/dossiers.ts';
import { identifies, identityKey } from '#contract/identities.ts';
import { CallFailure } from '#web/api/call-failure.ts';
import { call } from '#web/api/call.ts';
import { connectionNow, useServerBack } from '#web/api/connection.ts';
import { knownOfKept, plateOnDevice } from './known-plates.ts';

// Milliseconds.
/** The server is asked once nothing was typed for this long. */
const typingPause = 300;
/** After so many ms without an answer, the device's copy is shown. */
const patience = 2_000;

/** A value with fewer letters and digits can't be complete yet, so the server isn't asked. */
const minLength: Record<DossierKind, number> = { plate: 4, license: 5, phone: 7 };

/** An answer and its source. */
export interface Answered {
  known: Known;
  /** The copy's own part of the answer; null for an answer of the server. */
  copy: FromCopy | null;
}

export interface FromCopy {
  /** The time of the server's read: milliseconds, UTC. */
  readAt: number;
  /** The number of withdrawn bookings. */
  withdrawn: number;
}

/**
 * The past of a value while it is typed. Null while it isn't loaded, or can't be: a form works
 * without it. The server is asked about typed values only, not about filled-in ones. While the
 * server can't be reached, a plate is looked up on the device.
 */
export function useKnown(of: DossierKind, value: string, fieldId: string): Answered | null {
  const [answered, setAnswered] = useState<(Answered & { key: string }) | null>(null);
  const asked = value.trim();
  const key = identityKey(of, asked);

  useEffect(() => {
    const typed = document.activeElement?.id === fieldId;
    if (!typed || key.length < minLength[of] || !identifies(of, asked)) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const showCopy = async () => {
      const copy = of === 'plate' ? await plateOnDevice(asked) : null;
      if (copy === null || signal.aborted) return;
      const { found, readAt } = copy;
      const withdrawn = found.bookings.filter((booking) => booking.withdrawn).length;
      const shown = { key, known: knownOfKept(found), copy: { readAt, withdrawn } };
      setAnswered((last) => (last?.key === key && last.copy === null ? last : shown));
    };
    let late: ReturnType<typeof setTimeout> | undefined;
    const timer = setTimeout(() => {
      if (!connectionNow().answering) return void showCopy();
      late = setTimeout(() => void showCopy(), patience);
      call(readKnown, { query: { of, value: asked }, signal })
        .then(({ data }) => setAnswered({ key, known: data, copy: null }))
        .catch((error: unknown) => {
          if (signal.aborted) return;
          if (!(error instanceof CallFailure)) throw error;
          if (error.status === 0 || error.status >= 500) void showCopy();
        })
        .finally(() => clearTimeout(late));
    }, typingPause);
    return () => {
      clearTimeout(timer);
      clearTimeout(late);
      controller.abort();
    };
  }, [of, asked, key, fieldId]);

  useServerBack(() => {
    if (answered?.key !== key || answered.copy === null) return;
    call(readKnown, { query: { of, value: asked } })
      .then(({ data }) => setAnswered({ key, known: data, copy: null }))
      .catch((error: unknown) => {
        if (!(error instanceof CallFailure)) throw error;
      });
  });

  return answered?.key === key ? answered : null;
}
