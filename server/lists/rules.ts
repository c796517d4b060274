import type { DayRange } from '#contract/day-range.ts';
import { spellingKey } from '#contract/folding.ts';
import type { Days } from '#contract/list-filters.ts';
import { wordsLookedFor } from '#contract/names.ts';
import { movedBy } from '#contract/periods.ts';
import { dayMs } from '#server/time.ts';

/**
 * Signs that people put between the letters and digits of a plate, a licence, a phone or a
 * reference.
 */
const spelledOut = /^[A-Za-z0-9\s\p{Pd}./()+#]*$/u;

/**
 * True if a search may be a plate, licence, phone or reference in some spelling. It then has only
 * letters, digits and the signs between them.
 */
const mayBeSpelling = (search: string): boolean =>
  spelledOut.test(search) && /[A-Za-z0-9]/.test(search);

/** Finds the text literally: `%` and `_` mean themselves. */
export const literalPattern = (search: string): string =>
  `%${search.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`;

/**
 * Spellings of a search as the keys of a searched text have them; none where it can't be any. Keys
 * are letters and digits alone, one sign each for o and 0 and for i and 1. A phone number is spelt
 * as it is dialled.
 */
export function spellingsOf(search: string): string[] {
  if (!mayBeSpelling(search)) return [];
  const key = spellingKey(search).toLowerCase();
  const dialled = dialledWithin(search);
  return dialled === undefined ? [key] : [key, dialled];
}

/**
 * Alternatives for a folded search: a searched text must hold all parts of one. They are the words,
 * the names in their usual spelling, and the spellings. Most equal the typed text, and an index is
 * slower to ask twice.
 */
export function partsLookedFor(search: string, spellings: readonly string[]): string[][] {
  const known = new Set<string>();
  return [...wordsLookedFor(search), ...spellings.map((spelling) => [spelling])].filter((parts) => {
    const isNew = !known.has(parts.join('\n'));
    known.add(parts.join('\n'));
    return isNew;
  });
}

/**
 * True if a search may be a whole plate, licence, phone, bill or reference, which few records
 * share. It has letters and digits together, or as many digits as a phone number.
 */
export function mayBeWhole(search: string): boolean {
  const [key = ''] = spellingsOf(search);
  if (!/\d/.test(search)) return false;
  return key.length >= (/^\d+$/.test(key) ? 10 : 7);
}

/** The beginning of a phone number with the country's code as it is dialled within Nigeria. */
function dialledWithin(search: string): string | undefined {
  if (!/^[\d\s\p{Pd}.()+]*$/u.test(search)) return undefined;
  const [, rest] = /^(?:00)?2340?(\d+)$/.exec(search.replaceAll(/\D/g, '')) ?? [];
  return rest === undefined ? undefined : `0${rest}`;
}

/**
 * The months that lie wholly within the days, from the first day of one to the day after the last.
 * Without any, both are the same day.
 */
export function wholeMonths({ from = firstDay, to = lastDay }: Days): {
  readonly from: string;
  readonly until: string;
} {
  const begins = from.endsWith('-01') ? from : monthAfter(from);
  const ends = isLastOfMonth(to) ? monthAfter(to) : `${to.slice(0, 7)}-01`;
  return begins < ends ? { from: begins, until: ends } : { from, until: from };
}

/** The days before and after the months that lie wholly within them; either may be none. */
export function endsOf<Asked extends Days>(days: Asked): readonly [Asked, Asked] {
  const months = wholeMonths(days);
  return [
    { ...days, to: dayBefore(months.from) },
    { ...days, from: months.until },
  ];
}

/** The day before another. */
export const dayBefore = (day: string): string => movedBy(day, -1);

/** The day after another. */
export const dayAfter = (day: string): string => movedBy(day, 1);

/** No list reaches beyond these days. */
const firstDay = '2000-01-01';
const lastDay = '2199-12-31';

const monthAfter = (day: string): string => {
  const first = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  first.setUTCMonth(first.getUTCMonth() + 1);
  return first.toISOString().slice(0, 10);
};

const isLastOfMonth = (day: string): boolean => dayAfter(day).endsWith('-01');

/**
 * Up to five pieces of three letters or digits, in lower case, that a text must hold to hold this
 * one. The pieces that tell the most come first. Letters with digits lead, then letters, each
 * word's beginning before its end. Digits follow, of which the last change the most between bills,
 * and beginnings of phone numbers end it.
 */
export function piecesOf(text: string): string[] {
  const words = text.toLowerCase().match(/[a-z0-9]{3,}/g) ?? [];
  const pieces = words.flatMap((word) =>
    Array.from({ length: word.length - 2 }, (_, begins) => {
      const piece = word.slice(begins, begins + 3);
      const kind = kindOf(piece);
      const overlaps = begins % 3 > 0 && begins < word.length - 3;
      const place = kind >= digits ? word.length - begins : begins;
      return { piece, kind, overlaps, place };
    }),
  );
  return [
    ...new Set(
      pieces
        // A piece of letters that overlaps another hardly tells more.
        .filter(({ kind, overlaps }) => kind !== letters || !overlaps)
        .toSorted((one, other) => one.kind - other.kind || one.place - other.place)
        // Beside four others, a piece that most phone numbers hold costs more than it tells.
        .filter(({ kind }, place) => kind !== beginsPhones || place < 4)
        .map(({ piece }) => piece),
    ),
  ].slice(0, 5);
}

const [mixed, letters, digits, inPhones, beginsPhones] = [0, 1, 2, 3, 4];

function kindOf(piece: string): number {
  if (/^[a-z]+$/.test(piece)) return letters;
  if (!/^\d+$/.test(piece)) return mixed;
  if (/^0[789][01]$/.test(piece)) return beginsPhones;
  return /^[789][01]\d$/.test(piece) ? inPhones : digits;
}

/**
 * True if an index of three-letter pieces can find the text: it has three letters or digits in a
 * row.
 */
export const isIndexed = (text: string): boolean => /[A-Za-z0-9]{3}/.test(text);

/**
 * Without a figure or an index, matches are counted up to here, and then said to be "more than"
 * these. A list too long to be put in order whole shows so many of its newest.
 */
export const listReach = 10_000;

/** Up to so many records, a list in another order than by time is put in order whole. */
export const wholeReach = 100_000;

/**
 * A text that no index can find is looked for among so many of the newest. Each is looked up by
 * itself, and somebody who types expects an answer within a tenth of a second.
 */
export const unindexedReach = 5_000;

const dayNumber = (day: string): number => Math.round(Date.parse(`${day}T00:00:00Z`) / dayMs);
const epoch = dayNumber('2000-01-01');

/**
 * The fewest numbers of `days_and_months` in the database that make up the days. They stand for
 * whole months and the days at either end.
 */
export function keysOf(days: DayRange): number[] {
  const months = wholeMonths(days);
  const daysOf = (from: string, until: string) =>
    range(dayNumber(from) - epoch, dayNumber(until) - epoch);
  return [
    ...daysOf(days.from, months.from),
    ...range(monthNumber(months.from), monthNumber(months.until)).map((month) => -1 - month),
    ...daysOf(months.until, dayAfter(days.to)),
  ];
}

const range = (from: number, until: number): number[] =>
  Array.from({ length: Math.max(0, until - from) }, (_, index) => from + index);

/** The same number as in the database's `days_and_months`. */
const monthNumber = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
