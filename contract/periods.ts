import { dayCount, type DayRange } from './day-range.ts';

/** Days that are counted from the day on which the list is asked for, in Africa/Lagos. */
export const periods = [
  'today',
  'yesterday',
  'friday',
  'week',
  'last-week',
  '7days',
  'month',
  'last-month',
  'year',
] as const;
export type Period = (typeof periods)[number];

/** A day so many days later, or earlier if `days` is negative. */
export function movedBy(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The Monday of a day's week. */
export const mondayOf = (day: string): string =>
  movedBy(day, -((new Date(day).getUTCDay() + 6) % 7));

/** The first and the last day of a period, counted from a day in Africa/Lagos. */
export function daysOfPeriod(period: Period, today: string): DayRange {
  const monday = mondayOf(today);
  const firstOfMonth = `${today.slice(0, 7)}-01`;
  switch (period) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: movedBy(today, -1), to: movedBy(today, -1) };
    case 'friday':
      return { from: fridayBefore(today), to: today };
    case 'week':
      return { from: monday, to: today };
    case 'last-week':
      return { from: movedBy(monday, -7), to: movedBy(monday, -1) };
    case '7days':
      return { from: movedBy(today, -6), to: today };
    case 'month':
      return { from: firstOfMonth, to: today };
    case 'last-month': {
      const last = movedBy(firstOfMonth, -1);
      return { from: `${last.slice(0, 7)}-01`, to: last };
    }
    case 'year':
      return { from: `${today.slice(0, 4)}-01-01`, to: today };
  }
}

/** The last Friday before today. */
function fridayBefore(today: string): string {
  const friday = movedBy(mondayOf(today), 4);
  return friday < today ? friday : movedBy(friday, -7);
}

/** As many whole months, or else days, that end before the first day. */
export function periodBefore({ from, to }: DayRange): DayRange {
  const last = movedBy(from, -1);
  const end = movedBy(to, 1);
  if (!from.endsWith('-01') || !end.endsWith('-01'))
    return { from: movedBy(from, -dayCount(from, to)), to: last };
  const monthOf = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
  const first = new Date(Date.UTC(2000, 2 * monthOf(from) - monthOf(end) - 24_000));
  return { from: first.toISOString().slice(0, 10), to: last };
}
