import { folded } from '#contract/folding.ts';
import type { Offence, OffenceGroup } from '#contract/offences.ts';

/** Officers' own words for offences, by id. */
export type OfficersWords = Readonly<Record<string, string>>;

const words = (text: string) => folded(text).split(' ').filter(Boolean);

/** Words that say nothing of an offence where others do: English, then Hausa and Pidgin. */
const weakWords = new Set(
  [
    'a an the no not without with of on in at by to for and or is was his her my their car vehicle driver driving person people motor',
    'ba babu da na ta ya yana shi mota dey don get',
  ]
    .join(' ')
    .split(' '),
);
const strongWords = (all: readonly string[]) => all.filter((word) => !weakWords.has(word));

/** `beating` is `beat`, `mirrors` is `mirror`. */
const stem = (word: string) => word.replace(/(?<=^.{3,})(?:ing|ed|es|s)$/, '');
const lettersAndDigits = (text: string) => folded(text).replaceAll(/[^a-z0-9]/g, '');

/**
 * The offences of a group (null for all) whose name holds every word of the query, or whose id or
 * payment code it is. Then come those that officers call by these words; without any of them those
 * that are called by the words that matter, and then those with another letter. Spaces and hyphens
 * don't matter: "lgc16" and "seatbelt" find theirs.
 */
export function findOffences<O extends Offence>(
  catalogue: readonly O[],
  query: string,
  group: OffenceGroup | null,
  officersWords: OfficersWords,
): O[] {
  const inGroup = catalogue.filter((offence) => group === null || offence.group === group);
  const wanted = words(query);
  if (wanted.length === 0) return inGroup;
  const whole = lettersAndDigits(query);
  const isNamed = (offence: O) =>
    wanted.every((word) => textOf(offence).includes(word)) || matchesWhole(offence, whole);
  const isCalled = (offence: O, by = wanted) =>
    by.every(
      (word) =>
        textOf(offence).includes(word) ||
        wordsOf(offence, officersWords).some((called) => called.startsWith(word)),
    );
  const found = [
    ...inGroup.filter(isNamed),
    ...inGroup.filter((offence) => !isNamed(offence) && isCalled(offence)),
  ];
  if (found.length > 0) return found;
  const strong = strongWords(wanted);
  const matter = (strong.length > 0 ? strong : wanted).map(stem);
  const nearlyCalled = inGroup.filter((offence) => isCalled(offence, matter));
  if (nearlyCalled.length > 0) return nearlyCalled;
  return inGroup.filter((offence) =>
    matter.every((word) =>
      wordsOf(offence, officersWords).some((called) => isNearly(word, called)),
    ),
  );
}

/** The three offences that are most like a query by which none is found; of any group. */
export function nearestOffences<O extends Offence>(
  catalogue: readonly O[],
  query: string,
  officersWords: OfficersWords,
): O[] {
  const elsewhere = findOffences(catalogue, query, null, officersWords);
  if (elsewhere.length > 0) return elsewhere.slice(0, 3);
  const wanted = strongWords(words(query)).filter((word) => word.length > 3);
  const likeness = (offence: O) =>
    wanted.reduce(
      (sum, word) =>
        sum +
        Math.max(0, ...wordsOf(offence, officersWords).map((called) => alike(word, called) ** 2)),
      0,
    );
  return catalogue
    .map((offence) => ({ offence, like: likeness(offence) }))
    .filter(({ like }) => like > 0)
    .toSorted((one, other) => other.like - one.like)
    .slice(0, 3)
    .map(({ offence }) => offence);
}

const textOf = ({ id, code, name }: Offence): string => folded(`${id} ${code} ${name}`);

/** The words of its name and those that officers use, which are asked for with each key. */
function wordsOf(offence: Offence, officersWords: OfficersWords): readonly string[] {
  const text = `${offence.name} ${officersWords[offence.id] ?? ''}`;
  const known = kept.get(text) ?? folded(text).match(/[a-z0-9]+/g) ?? [];
  kept.set(text, known);
  return known;
}

const kept = new Map<string, readonly string[]>();

/**
 * True if a word of four letters or more differs from another by one letter, or by two that changed
 * places.
 */
function isNearly(word: string, other: string): boolean {
  if (word === other) return true;
  if (word.length < 4 || Math.abs(word.length - other.length) > 1) return false;
  let from = 0;
  while (from < word.length && word[from] === other[from]) from += 1;
  const [rest, otherRest] = [word.slice(from), other.slice(from)];
  return (
    rest.slice(1) === otherRest.slice(1) ||
    rest.slice(1) === otherRest ||
    rest === otherRest.slice(1) ||
    `${rest[1]}${rest[0]}${rest.slice(2)}` === otherRest
  );
}

/** The share of the pairs of letters that two words have in common. */
function alike(word: string, other: string): number {
  const pairs = (text: string) =>
    Array.from({ length: Math.max(0, text.length - 1) }, (_, place) =>
      text.slice(place, place + 2),
    );
  const [ours, theirs] = [pairs(word), pairs(other)];
  const common = ours.filter((pair) => theirs.includes(pair)).length;
  return ours.length + theirs.length === 0 ? 0 : (2 * common) / (ours.length + theirs.length);
}

function matchesWhole({ id, name }: Offence, whole: string): boolean {
  if (whole === '') return false;
  return lettersAndDigits(id).startsWith(whole) || lettersAndDigits(name).includes(whole);
}

/** True if a search has three or more digits of the payment code, which is then shown. */
export function isFoundByCode({ code }: Pick<Offence, 'code'>, query: string): boolean {
  return words(query).some((word) => /^\d{3,}$/.test(word) && code.includes(word));
}

/** A piece of text, and whether it matches the query. */
export interface MarkedText {
  text: string;
  marked: boolean;
}

/** Splits a text where it matches the whole query, or else its words. */
export function markMatches(text: string, query: string): MarkedText[] {
  const phrase = query.trim().toLowerCase().replaceAll(/\s+/g, ' ');
  if (phrase === '') return [{ text, marked: false }];
  const lower = text.toLowerCase();
  const parts = lower.includes(phrase) ? [phrase] : words(query);
  const marked = Array.from({ length: text.length }, () => false);
  for (const part of parts) {
    for (let at = lower.indexOf(part); at >= 0; at = lower.indexOf(part, at + 1)) {
      marked.fill(true, at, at + part.length);
    }
  }
  const pieces: MarkedText[] = [];
  text.split('').forEach((letter, index) => {
    const last = pieces.at(-1);
    const mark = marked[index] ?? false;
    if (last?.marked === mark) last.text += letter;
    else pieces.push({ text: letter, marked: mark });
  });
  return pieces;
}
