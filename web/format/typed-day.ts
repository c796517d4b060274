import { dayOfYear, months } from './calendar.ts';

/** Days as `YYYY-MM-DD`. */
export interface DayBounds {
  readonly today: string;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
}

export interface TypedDay {
  /** `YYYY-MM-DD`; null where none can be told. */
  readonly day: string | null;
  /** One sentence; null where the day fits. */
  readonly problem: string | null;
}

const dayMs = 86_400_000;

/** True of `YYYY-MM-DD` that the calendar has. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const instant = new Date(text);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text);
}

const moved = (day: string, by: number): string =>
  new Date(Date.parse(day) + by * dayMs).toISOString().slice(0, 10);

/** A day as people in Nigeria write it: the day before the month. A missing century or year is found. */
export function readDay(typed: string, bounds: DayBounds): TypedDay {
  const said = typed.trim().toLowerCase();
  const day = relative(said, bounds.today) ?? writtenDay(said, bounds);
  const likely = example(bounds);
  if (day === undefined) return { day: null, problem: `Enter a day, such as ${likely}.` };
  if (day === null) return { day: null, problem: `Enter a real date, such as ${likely}.` };
  return { day, problem: outside(day, bounds) };
}

/** `05/03/2026` */
export const shortDay = (day: string): string => day.split('-').toReversed().join('/');

function outside(day: string, { min = '', max = '' }: DayBounds): string | null {
  const isLate = max !== '' && day > max;
  if (day >= min && !isLate) return null;
  const [first, last] = [dayOfYear(min), dayOfYear(max)];
  if (min !== '' && max !== '') return `Enter a day from ${first} to ${last}.`;
  return isLate ? `Enter a day on or before ${last}.` : `Enter a day on or after ${first}.`;
}

function relative(said: string, today: string): string | undefined {
  const days: Record<string, number> = { yesterday: -1, today: 0, tomorrow: 1 };
  const by = Object.hasOwn(days, said) ? days[said] : undefined;
  return by === undefined ? undefined : moved(today, by);
}

const weekday = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*[.,]?\s+/;
const between = String.raw`[\s,./-]+`;
const dayPart = String.raw`(?<day>\d{1,2})`;
const year = String.raw`(?<year>\d{4}|\d{2})`;
const month = String.raw`(?<month>[a-z]{3,9})`;
const spelt = String.raw`${dayPart}(?:st|nd|rd|th)?`;
const spellings = [
  String.raw`(?<year>\d{4})${between}(?<month>\d{1,2})${between}${dayPart}`,
  String.raw`${dayPart}${between}(?<month>\d{1,2})(?:${between}${year})?`,
  String.raw`${spelt}(?:\s+of)?[\s,./-]*${month}(?:[\s,./-]*${year})?`,
  String.raw`${month}[\s,./-]*${spelt}(?:${between}${year})?`,
].map((spelling) => new RegExp(`^${spelling}$`));

/** Undefined where nothing can be told, null where the calendar has no such day. */
function writtenDay(said: string, bounds: DayBounds): string | null | undefined {
  const text = said.replace(weekday, '');
  for (const spelling of spellings) {
    const { day, month: of, year: given } = spelling.exec(text)?.groups ?? {};
    if (day === undefined || of === undefined) continue;
    const number = /^\d/.test(of) ? Number(of) : monthNumber(of);
    if (number === 0) return undefined;
    const rest = `${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`;
    const days = yearsOf(given, bounds).map((one) => `${one}-${rest}`);
    const real = days.filter(isDay);
    return real.find((one) => outside(one, bounds) === null) ?? real[0] ?? null;
  }
  return undefined;
}

/** From 1 to 12; 0 for another word. */
const monthNumber = (word: string): number =>
  word === 'sept' ? 9 : months.findIndex((name) => name.toLowerCase().startsWith(word)) + 1;

/** The likeliest first. */
function yearsOf(given: string | undefined, { today }: DayBounds): string[] {
  const now = Number(today.slice(0, 4));
  if (given?.length === 4) return [given];
  if (given === undefined) return [now, now - 1, now + 1].map(String);
  const distance = (of: string) => Math.abs(Number(of) - now);
  return [`20${given}`, `19${given}`].toSorted((a, b) => distance(a) - distance(b));
}

/** A day within the bounds, as the product writes it. */
function example({ today, min, max }: DayBounds): string {
  if (min !== undefined && min !== '' && max !== undefined && max !== '' && min < max)
    return dayOfYear(moved(min, Math.floor((Date.parse(max) - Date.parse(min)) / dayMs / 2)));
  if (min !== undefined && min > today) return dayOfYear(min);
  return dayOfYear(max !== undefined && max !== '' && max < today ? max : today);
}
