/** Lagos is an hour ahead of UTC all year. */
const lagosAhead = 3_600_000;
const dayMs = 86_400_000;

const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

const clock = String.raw`(?:[T,]? *(?:at )?(?<hour>\d{1,2})[:.](?<minute>\d{2})(?:[:.](?<second>\d{2})(?:\.\d{1,9})?)?(?: ?(?<half>[AaPp])\.?[Mm]\.?)?(?: ?(?<zone>Z|UTC|GMT|WAT|[+-]\d{2}(?::?\d{2})?))?)?`;
const weekday = String.raw`(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? )?`;
const ordinal = String.raw`(?<day>\d{1,2})(?:st|nd|rd|th)?`;
const named = String.raw`(?<month>[A-Za-z]{3,9})\.?`;
const year = String.raw`(?<year>\d{4}|\d{2})`;
const spellings = [
  String.raw`(?<year>\d{4})(?<between>[/.-])(?<month>\d{1,2})\k<between>(?<day>\d{1,2})`,
  // The day first, as it is written in Nigeria.
  String.raw`(?<day>\d{1,2})(?<between>[/.-])(?<month>\d{1,2})\k<between>${year}`,
  String.raw`${ordinal}(?: of)?(?:, ?|[ /.-]?)${named}(?:, ?|[ /.-]?)${year}`,
  String.raw`${named}(?: |[/.-]?)${ordinal}(?:, ?|[ /.-])${year}`,
  String.raw`(?<year>20\d{2})(?<month>\d{2})(?<day>\d{2})`,
].map((date) => new RegExp(`^${weekday}${date}${clock}$`, 'i'));

/** Spreadsheets count days from here; 36526 is 1 January 2000. */
const firstOfSheets = Date.UTC(1899, 11, 30);
const counted = /^(?<days>\d{5})(?<part>\.\d{1,12})?$/;

/**
 * Reads when a line was paid: `2026-11-20`, `2026-11-20 14:03`, `20/11/26 2:03 PM`, `20th Nov 2026`,
 * `Nov 20, 2026`, `20261120`, ISO 8601, or a day as a spreadsheet counts it. Without an offset it is
 * the time in Lagos. Undefined for anything else.
 */
export function momentOf(text: string): Date | undefined {
  const ofSheet = counted.exec(text)?.groups;
  if (ofSheet) return dayOfSheet(Number(ofSheet['days']), Number(ofSheet['part'] ?? 0));
  const found = spellings.map((spelling) => spelling.exec(text)?.groups).find((groups) => groups);
  if (!found) return undefined;
  const { half, zone } = found;
  const month = monthOf(found['month'] ?? '');
  const year = Number(found['year']?.padStart(4, '20'));
  const day = Number(found['day']);
  const hour = hourOf(Number(found['hour'] ?? 0), half);
  const [minute, second] = [Number(found['minute'] ?? 0), Number(found['second'] ?? 0)];
  if (month === undefined || hour === undefined || minute > 59 || second > 59) return undefined;
  const midnight = new Date(Date.UTC(year, month, day));
  // JavaScript would take 30 February for a day in March.
  if (midnight.getUTCMonth() !== month || midnight.getUTCDate() !== day) return undefined;
  if (year < 2000 || year > 2199) return undefined;
  const ahead = zone === undefined ? lagosAhead : offsetOf(zone.toUpperCase());
  return new Date(midnight.getTime() + ((hour * 60 + minute) * 60 + second) * 1000 - ahead);
}

function dayOfSheet(days: number, part: number): Date | undefined {
  const moment = new Date(firstOfSheets + days * dayMs + Math.round(part * 86_400) * 1000);
  const year = moment.getUTCFullYear();
  return year < 2000 || year > 2199 ? undefined : new Date(moment.getTime() - lagosAhead);
}

function monthOf(text: string): number | undefined {
  if (/^\d/.test(text))
    return Number(text) >= 1 && Number(text) <= 12 ? Number(text) - 1 : undefined;
  const short = text.toLowerCase().replace(/^sept$/, 'sep');
  const month = months.findIndex((name) => name.startsWith(short));
  return month === -1 ? undefined : month;
}

function hourOf(hour: number, half: string | undefined): number | undefined {
  if (half === undefined) return hour <= 23 ? hour : undefined;
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
}

function offsetOf(zone: string): number {
  if (zone === 'WAT') return lagosAhead;
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d{2})(?::?(\d{2}))?$/.exec(zone) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

/** The calendar day in Lagos of a moment, `YYYY-MM-DD`. */
export const lagosDay = (moment: Date): string =>
  new Date(moment.getTime() + lagosAhead).toISOString().slice(0, 10);

/** The first moment of a day in Lagos. */
export const midnightOf = (day: string): Date =>
  new Date(Date.parse(`${day}T00:00:00Z`) - lagosAhead);
