import { once } from './once.ts';

// A day (`YYYY-MM-DD`) is formatted as midnight in UTC, so that no time zone moves it.
const instantOf = (day: string): Date => new Date(`${day}T00:00:00Z`);

// Not before it is needed: each takes a cheap phone some milliseconds to make.
const format = (options: Intl.DateTimeFormatOptions) =>
  once(() => new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options }));

const weekdayFormat = format({ weekday: 'short' });
const monthFormat = format({ month: 'short' });
const longFormat = format({ weekday: 'long', day: 'numeric', month: 'long' });
const monthOfYearFormat = format({ month: 'long', year: 'numeric' });
const dayOfYearFormat = format({ day: 'numeric', month: 'long', year: 'numeric' });
const dayOfMonthFormat = format({ day: 'numeric', month: 'long' });

/** `Fri` */
export const shortWeekday = (day: string): string => weekdayFormat().format(instantOf(day));

/** `Nov` */
export const shortMonth = (day: string): string => monthFormat().format(instantOf(day)).slice(0, 3);

/** `Friday 20 November` */
export const weekdayAndDay = (day: string): string =>
  longFormat().format(instantOf(day)).replace(',', '');

/** `November 2026` */
export const monthOfYear = (day: string): string => monthOfYearFormat().format(instantOf(day));

/** `16 to 22 November 2026`; the first day with its month or year where they differ. */
export function daysBetween(from: string, to: string): string {
  const last = dayOfYearFormat().format(instantOf(to));
  if (from.slice(0, 7) === to.slice(0, 7)) return `${instantOf(from).getUTCDate()} to ${last}`;
  const first = from.slice(0, 4) === to.slice(0, 4) ? dayOfMonthFormat : dayOfYearFormat;
  return `${first().format(instantOf(from))} to ${last}`;
}

/** The Monday of a day's week. */
export function mondayOf(day: string): string {
  const monday = instantOf(day);
  monday.setUTCDate(monday.getUTCDate() - ((monday.getUTCDay() + 6) % 7));
  return monday.toISOString().slice(0, 10);
}
