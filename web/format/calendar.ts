// In English alone, so without `Intl`: a cheap phone takes a tenth of a second to load what that knows.
export const weekdays = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
];
export const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

// A day (`YYYY-MM-DD`) is taken as midnight in UTC, so that no time zone moves it.
const instantOf = (day: string): Date => new Date(`${day}T00:00:00Z`);

const weekdayOf = (day: string): string => weekdays[instantOf(day).getUTCDay()] ?? '';
const monthOf = (day: string): string => months[instantOf(day).getUTCMonth()] ?? '';

/** `Fri` */
export const shortWeekday = (day: string): string => weekdayOf(day).slice(0, 3);

/** `Nov` */
export const shortMonth = (day: string): string => monthOf(day).slice(0, 3);

/** `20 November` */
const dayOfMonth = (day: string): string => `${instantOf(day).getUTCDate()} ${monthOf(day)}`;

/** `20 November 2026` */
export const dayOfYear = (day: string): string => `${dayOfMonth(day)} ${day.slice(0, 4)}`;

/** `Friday 20 November` */
export const weekdayAndDay = (day: string): string => `${weekdayOf(day)} ${dayOfMonth(day)}`;

const asItIs = (words: string) => words;

/** `Friday 20 November 2026`, in the language that `say` speaks. */
export const longDay = (day: string, say: (words: string) => string = asItIs): string =>
  `${say(weekdayOf(day))} ${say(dayOfYear(day))}`;

/** `November 2026` */
export const monthOfYear = (day: string): string => `${monthOf(day)} ${day.slice(0, 4)}`;

/** `16 to 22 November 2026`; the first day with its month or year where they differ. */
export function daysBetween(from: string, to: string): string {
  const last = dayOfYear(to);
  if (from.slice(0, 7) === to.slice(0, 7)) return `${instantOf(from).getUTCDate()} to ${last}`;
  const first = from.slice(0, 4) === to.slice(0, 4) ? dayOfMonth(from) : dayOfYear(from);
  return `${first} to ${last}`;
}
