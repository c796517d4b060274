const minute = 60_000;

/** Minutes between two scheduled sweeps, counted from the full hour. */
export const sweepMinutes = 5;
/**
 * The pace at which sweeps ask about a bill that has been watched for fewer than so many days;
 * after the last, once a day.
 */
export const checkSteps = [
  { days: 1, everyMinutes: 10 },
  { days: 7, everyMinutes: 60 },
] as const;
export const latestEveryMinutes = 24 * 60;
/** Days after which the sweeps leave a bill alone, since it was made or its booking withdrawn. */
export const watchedDays = 90;
/** A bill that was taken to be asked about is taken again after so many minutes if nobody did. */
export const takenMinutes = 10;
/** Minutes after which the next sweep raises an exception for a bill that still isn't made. */
export const lateMinutes = 60;

/** The time of the first scheduled sweep at least so many minutes after `moment`. */
export function sweepAfter(moment: Date, minutes = 0): Date {
  const step = sweepMinutes * minute;
  return new Date((Math.floor((moment.getTime() + minutes * minute) / step) + 1) * step);
}
