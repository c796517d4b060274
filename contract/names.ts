import { folded } from './folding.ts';
import { usualSpelling } from './name-spellings.ts';

/** The usual spelling of each word of a folded text that has another, such as a name's; '' for none. */
export const usualSpellings = (foldedText: string): string =>
  foldedText
    .split(/[^a-z]+/)
    .flatMap((word) => usualSpelling(word) ?? [])
    .join(' ');

/**
 * What a folded text must hold to hold these words, in whatever order, and once more with the usual
 * spellings of names; a text with a digit or another sign than those between words is held as it is.
 */
export function wordsLookedFor(foldedText: string): string[][] {
  if (!/^[\p{L} ,.-]*$/u.test(foldedText)) return [[foldedText]];
  const words = foldedText.split(/[ ,.-]+/).filter((word) => word !== '');
  if (words.length === 0) return [[foldedText]];
  const usual = words.map((word) => usualSpelling(word) ?? word);
  return usual.every((word, place) => word === words[place]) ? [words] : [words, usual];
}

/** Whether a text holds what is looked for, as the lists of the server would find it. */
export function holdsWords(text: string, search: string): boolean {
  const plain = folded(text);
  const all = `${plain}\n${usualSpellings(plain)}`;
  return wordsLookedFor(folded(search)).some((words) => words.every((word) => all.includes(word)));
}

/** What all spellings of a person's name share: its words in one order, each in its usual spelling. */
export const nameKey = (name: string): string =>
  folded(name)
    .split(/[ ,.-]+/)
    .map((word) => usualSpelling(word) ?? word)
    .toSorted()
    .join(' ');
