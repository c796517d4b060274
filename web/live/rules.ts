/** Milliseconds: the pause doubles from the first to the longest. */
const firstPause = 1_000;
const longestPause = 30_000;

/**
 * How long to wait after so many failures in a row, in milliseconds. `luck` (0 to 1) spreads
 * listeners out, so that they don't all come back at once.
 */
export function pauseAfter(failures: number, luck: number): number {
  const whole = Math.min(longestPause, firstPause * 2 ** Math.min(10, Math.max(0, failures - 1)));
  return Math.round(whole * (0.5 + luck / 2));
}

/** Remembers the last `size` ids; answers whether one comes for the first time. */
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
