import type { Rhythm } from '#contract/modules/reports/report-schedules.ts';
import type { Report } from '#contract/modules/reports/reports.ts';
import { mondayOf, movedBy } from '#contract/periods.ts';
import { dayOf } from '#server/time.ts';

/** The next run after an instant, at an hour in Africa/Lagos, which has no summer time. */
export function nextRun(rhythm: Rhythm, hour: number, after: Date): Date {
  for (let day = dayOf(after); ; day = movedBy(day, 1)) {
    const at = new Date(`${day}T${String(hour).padStart(2, '0')}:00:00+01:00`);
    if (at > after && isItsDay[rhythm](day)) return at;
  }
}

/** Public holidays aren't known: a working day is Monday to Friday. */
const isItsDay: Readonly<Record<Rhythm, (day: string) => boolean>> = {
  day: () => true,
  monday: (day) => day === mondayOf(day),
  'working-day': (day) => {
    const first = `${day.slice(0, 7)}-01`;
    const monday = mondayOf(first);
    return day === (first > movedBy(monday, 4) ? movedBy(monday, 7) : first);
  },
};

/** True if the first table of a report has no count and no amount. */
export const saysNothing = ({ tables: [first] }: Report): boolean =>
  first === undefined ||
  [...first.rows, ...(first.total ? [first.total] : [])].every(({ cells }) =>
    cells.every((cell) => typeof cell !== 'number' || cell === 0),
  );

/** True if a mail to that address may hold a file. */
export const isInDomain = (email: string, domain: string | undefined): boolean =>
  domain !== undefined && email.toLowerCase().endsWith(`@${domain}`);
