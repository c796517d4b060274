import { folded } from './folding.ts';
import { usualSpelling } from './name-spellings.ts';

/** The usual spelling of each word of a folded text that has another, such as a name's; '' for none. */
export const usualSpellings = (foldedText: string): string =>
  foldedText
    .split(/[^a-z]+/)
    .flatMap((word) => usualSpelling(word) ?? [])
    .join(' ');

/**
 * Lists what another text must hold to match: each word, in any order, or each in its usual spelling. A
 * text with a digit or an unusual sign must be held as it stands.
 */
export function wordsLookedFor(foldedText: string): string[][] {
  if (!/^[\p{L} ,.-]*$/u.test(foldedText)) return [[foldedText]];
  const words = foldedText.split(/[ ,.-]+/).filter((word) => word !== '');
  if (words.length === 0) return [[foldedText]];
  const usual = words.map((word) => usualSpelling(word) ?? word);
  return usual.every((word, place) => word === words[place]) ? [words] : [words, usual];
}

/** True where the server's lists would find the text by this search. */
export function holdsWords(text: string, search: string): boolean {
  const plain = folded(text);
  const all = `${plain}\n${usualSpellings(plain)}`;
  return wordsLookedFor(folded(search)).some((words) => words.every((word) => all.includes(word)));
}

/** Gives all spellings of a person's name one key: its words sorted, each in its usual spelling. */
export const nameKey = (name: string): string =>
  folded(name)
    .split(/[ ,.-]+/)
    .map((word) => usualSpelling(word) ?? word)
    .toSorted()
    .join(' ');
