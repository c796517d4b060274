import { listed } from '#web/format/words.ts';
import { type Days, movedBy } from './presets.ts';

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options });
const monthOf = format({ month: 'long', year: 'numeric' });

/** Days in words, by their months: `3 and 4 November 2026`, `28 to 30 October and 2 November 2026`. */
export function daysInWords(stretches: readonly Days[]): string {
  const months = new Map<string, string[]>();
  for (const { from, to } of stretches.flatMap(byMonth)) {
    const [first, last] = [Number(from.slice(8)), Number(to.slice(8))];
    const days =
      last === first
        ? [`${first}`]
        : last === first + 1
          ? [`${first}`, `${last}`]
          : [`${first} to ${last}`];
    const month = from.slice(0, 7);
    months.set(month, [...(months.get(month) ?? []), ...days]);
  }
  const years = [...new Set([...months.keys()].map((month) => month.slice(0, 4)))];
  return listed(
    [...months].map(([month, days], index, all) => {
      const name = monthOf.format(new Date(`${month}-01T00:00:00Z`));
      // One year is said once, at the end.
      const said = years.length > 1 || index === all.length - 1 ? name : name.replace(/ \d+$/, '');
      return `${listed(days)} ${said}`;
    }),
  );
}

/** A stretch parted where a month ends. */
function byMonth({ from, to }: Days): Days[] {
  if (from.slice(0, 7) === to.slice(0, 7)) return [{ from, to }];
  const next = nextMonth(from);
  return [{ from, to: movedBy(next, -1) }, ...byMonth({ from: next, to })];
}

const nextMonth = (day: string): string => `${movedBy(`${day.slice(0, 8)}28`, 4).slice(0, 8)}01`;
