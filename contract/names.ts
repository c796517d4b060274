import { folded } from './folding.ts';
import { usualSpelling } from './name-spellings.ts';

/** Nigerian names begin with these, apart or joined: `Abdul Malik` is `Abdulmalik`. */
const longBeginnings = ['abdul', 'abdur', 'oluwa', 'chukwu', 'chuku'];
const isBeginning = (name: string): boolean =>
  name !== '' && (name.length <= 4 || longBeginnings.includes(name));

/** `maaruf` is written `maruf` as well, and `fodiyo` is `fodio`. */
const shortened = (word: string): string =>
  word.replaceAll(/([aeiou])\1/g, '$1').replaceAll(/iy([aeou])/g, 'i$1');

/** The spelling by which a word of a name is found; undefined where the word is that spelling. */
function foundBy(word: string): string | undefined {
  const other = usualSpelling(word) ?? shortened(word);
  return other === word && usualSpelling(word) === undefined ? undefined : other;
}

/** Words that people write apart or with a hyphen, as one: `dan fodio` and `okwu-eze`. */
function joinedWords(foldedText: string): string[] {
  const names = foldedText.split(/[^a-z-]+/);
  const joined = [
    ...names.filter((name) => name.includes('-')),
    ...names.slice(1).flatMap((name, place) => {
      const before = names[place] ?? '';
      return name !== '' && isBeginning(before) ? [before + name] : [];
    }),
  ];
  return joined.map((name) => name.replaceAll('-', '')).filter((name) => name !== '');
}

/**
 * Other spellings of the words of a folded text, such as a name's: the usual one of each, and words
 * that are written as one; '' for none. The database's `usual_spellings` does the same.
 */
export const usualSpellings = (foldedText: string): string =>
  [
    ...foldedText.split(/[^a-z]+/).flatMap((word) => foundBy(word) ?? []),
    ...joinedWords(foldedText).flatMap((word) => [word, foundBy(word) ?? []].flat()),
  ].join(' ');

/**
 * Lists what another text must hold to match: each word, in any order, or each in its usual spelling. A
 * text with a digit or an unusual sign must be held as it stands.
 */
export function wordsLookedFor(foldedText: string): string[][] {
  if (!/^[\p{L} ,.-]*$/u.test(foldedText)) return [[foldedText]];
  const words = foldedText.split(/[ ,.-]+/).filter((word) => word !== '');
  if (words.length === 0) return [[foldedText]];
  const usual = words.map((word) => foundBy(word) ?? word);
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
