import { useSyncExternalStore } from 'react';
import { dateOf } from './time.ts';

/** Milliseconds after which it is looked whether the day has changed. */
const often = 20_000;

/** The calendar day in Africa/Lagos, `YYYY-MM-DD`; the next one soon after midnight. */
export function useToday(): string {
  return useSyncExternalStore(whileLooking, () => dateOf(Date.now()));
}

function whileLooking(look: () => void): () => void {
  const timer = setInterval(look, often);
  // A device that slept wakes on another day.
  document.addEventListener('visibilitychange', look);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', look);
  };
}
