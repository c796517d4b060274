import { useEffect, useEffectEvent, useRef } from 'react';
import type { FailedCall } from './call-failure.ts';

/** In milliseconds: before the first time, doubled each time, and at most. */
const firstPauseMs = 2_000;
const maxPauseMs = 60_000;

/** The server had no time, or its database was away: nothing is wrong with what was asked. */
const isPassing = ({ status, code }: FailedCall): boolean =>
  status === 503 && (code === 'busy' || code === 'away');

/** Asks again by itself what a busy server could not answer, until it does. */
export function useTriedAgain(failure: FailedCall | null, again: () => void): void {
  const tried = useRef(0);
  const askAgain = useEffectEvent(again);
  useEffect(() => {
    if (failure === null) tried.current = 0;
    if (failure === null || !isPassing(failure)) return undefined;
    const pause = Math.min(maxPauseMs, firstPauseMs * 2 ** tried.current);
    tried.current += 1;
    // Not all screens at the same moment.
    const timer = setTimeout(() => askAgain(), pause * (0.75 + Math.random() / 2));
    return () => clearTimeout(timer);
  }, [failure]);
}

/**
 * A screen's sentence about a failed read; a read that is repeated by itself asks nobody to repeat
 * it.
 */
export const sentenceOf = (failure: FailedCall): string =>
  isPassing(failure)
    ? failure.message.replace(/ Try again[^.]*\.$/, ' Hanya is trying again.')
    : failure.message;
