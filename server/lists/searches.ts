import { withinTime } from '#server/db/reading/one-read.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';

/** A caller can narrow a search down, but not a list as it stands. */
const tooSlow = new Refusal(
  503,
  'too_slow',
  'The search took too long. Narrow it down and try again.',
);

/**
 * Reads a list. Where it is `searched` for a text, each query may take so many milliseconds, beyond
 * which the answer is 503 `too_slow`. Anything else is cut off with its pool, as `busy`.
 */
export async function readList<T>(
  searched: string | undefined,
  milliseconds: number,
  read: () => Promise<T>,
): Promise<Outcome<T>> {
  if (searched === undefined || searched === '') return read();
  return (await withinTime(milliseconds, read)) ?? tooSlow;
}
