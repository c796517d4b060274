// In milliseconds; the pause doubles from the first to the longest.
const firstPauseMs = 1_000;
const maxPauseMs = 30_000;

/**
 * Milliseconds to wait after so many failures in a row. `random` (0 to 1) spreads browsers out, so
 * that they don't all come back at once.
 */
export function pauseAfter(failures: number, random: number): number {
  const whole = Math.min(maxPauseMs, firstPauseMs * 2 ** Math.min(10, Math.max(0, failures - 1)));
  return Math.round(whole * (0.5 + random / 2));
}

/** Returns a function that says whether it sees an id for the first time, among the last `size`. */
export function createFirstTime(size: number): (id: string) => boolean {
  const known = new Set<string>();
  return (id) => {
    if (known.has(id)) return false;
    known.add(id);
    const [oldest] = known;
    if (known.size > size && oldest !== undefined) known.delete(oldest);
    return true;
  };
}
