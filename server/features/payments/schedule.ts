const minute = 60_000;

/** Minutes on the clock between two scheduled sweeps. */
export const sweepMinutes = 5;
/** Minutes for which a bill that was asked about, or was just made, is left alone by those sweeps. */
export const restMinutes = 10;
/** Minutes after which a bill that is still not there is put before a person, by the next sweep. */
export const lateMinutes = 60;

/** The first scheduled sweep that comes at least so many minutes after a moment. */
export function sweepAfter(moment: Date, minutes: number): Date {
  const step = sweepMinutes * minute;
  return new Date((Math.floor((moment.getTime() + minutes * minute) / step) + 1) * step);
}
