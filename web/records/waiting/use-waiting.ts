import { listWaiting } from '#contract/waiting.ts';
import { dataOf } from '#web/api/call.ts';
import { useLoaded } from '#web/api/use-loaded.ts';

/** Milliseconds between two readings: others decide meanwhile. */
const every = 60_000;

/** What waits for the signed-in person, by its kinds, and how much that is. */
export function useWaiting() {
  const loaded = useLoaded('waiting', (signal) => dataOf(listWaiting, { signal }), every);
  return { ...loaded, count: (loaded.data ?? []).reduce((sum, { total }) => sum + total, 0) };
}
