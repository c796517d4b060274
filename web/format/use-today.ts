import { useSyncExternalStore } from 'react';
import { dateOf } from './time.ts';

/** Milliseconds between two looks at the day. */
const interval = 20_000;

/** Today's date in Africa/Lagos, `YYYY-MM-DD`, which changes soon after midnight. */
export function useToday(): string {
  return useSyncExternalStore(subscribe, () => dateOf(Date.now()));
}

function subscribe(check: () => void): () => void {
  const timer = setInterval(check, interval);
  // A device may have slept past midnight.
  document.addEventListener('visibilitychange', check);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', check);
  };
}
