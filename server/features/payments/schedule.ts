const minute = 60_000;

/** Minutes between two scheduled sweeps, counted from the full hour. */
export const sweepMinutes = 5;
/**
 * Scheduled sweeps leave a bill alone for so many minutes after it was made or last asked about.
 */
export const recheckMinutes = 10;
/** Minutes after which the next sweep raises an exception for a bill that still isn't made. */
export const lateMinutes = 60;

/** The time of the first scheduled sweep at least so many minutes after `moment`. */
export function sweepAfter(moment: Date, minutes: number): Date {
  const step = sweepMinutes * minute;
  return new Date((Math.floor((moment.getTime() + minutes * minute) / step) + 1) * step);
}
