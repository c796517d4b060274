/** Lagos is an hour ahead of UTC all year. */
const lagosAhead = 3_600_000;

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const clock = String.raw`(?:[T,]? *(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:\.\d{1,9})?)?(?: ?(?<half>[AaPp])[Mm])?(?: ?(?<zone>Z|[+-]\d{2}:?\d{2}))?)?`;
const spellings = [
  String.raw`(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})`,
  // The day first, as it is written in Nigeria.
  String.raw`(?<day>\d{1,2})[/.-](?<month>\d{1,2})[/.-](?<year>\d{4})`,
  String.raw`(?<day>\d{1,2})[ -](?<month>[A-Za-z]{3,9})[ -](?<year>\d{4})`,
].map((date) => new RegExp(`^${date}${clock}$`));

/**
 * Reads when a line was paid: `2026-11-20`, `2026-11-20 14:03`, `20/11/2026 2:03 PM`, `20 Nov 2026`
 * or ISO 8601. Without an offset it is the time in Lagos. Undefined for anything else.
 */
export function momentOf(text: string): Date | undefined {
  const found = spellings.map((spelling) => spelling.exec(text)?.groups).find((groups) => groups);
  if (!found) return undefined;
  const { half, zone } = found;
  const month = monthOf(found['month'] ?? '');
  const [year, day] = [Number(found['year']), Number(found['day'])];
  const hour = hourOf(Number(found['hour'] ?? 0), half);
  const [minute, second] = [Number(found['minute'] ?? 0), Number(found['second'] ?? 0)];
  if (month === undefined || hour === undefined || minute > 59 || second > 59) return undefined;
  const midnight = new Date(Date.UTC(year, month, day));
  // JavaScript would take 30 February for a day in March.
  if (midnight.getUTCMonth() !== month || midnight.getUTCDate() !== day) return undefined;
  if (year < 2000 || year > 2199) return undefined;
  const ahead = zone === undefined ? lagosAhead : offsetOf(zone);
  return new Date(midnight.getTime() + ((hour * 60 + minute) * 60 + second) * 1000 - ahead);
}

function monthOf(text: string): number | undefined {
  const month = /^\d/.test(text)
    ? Number(text) - 1
    : months.indexOf(text.slice(0, 3).toLowerCase());
  return month >= 0 && month <= 11 ? month : undefined;
}

function hourOf(hour: number, half: string | undefined): number | undefined {
  if (half === undefined) return hour <= 23 ? hour : undefined;
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
}

function offsetOf(zone: string): number {
  if (zone === 'Z') return 0;
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

/** The calendar day in Lagos of a moment, `YYYY-MM-DD`. */
export const lagosDay = (moment: Date): string =>
  new Date(moment.getTime() + lagosAhead).toISOString().slice(0, 10);

/** The first moment of a day in Lagos. */
export const midnightOf = (day: string): Date =>
  new Date(Date.parse(`${day}T00:00:00Z`) - lagosAhead);
