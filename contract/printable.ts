/** Code points as `20-7e a0`, in hexadecimal. */
const rangesOf = (text: string) =>
  text.split(' ').map((range) => {
    const [first = 0, last = first] = range.split('-').map((code) => Number.parseInt(code, 16));
    return [first, last] as const;
  });

/** The Latin fonts of papers draw these; a test holds them to it. */
const latin = rangesOf(
  'a 20-7e a0-17f 181 186-18a 18e-194 196-199 19d 1a0-1a1 1a4-1a5 1a9 1ac-1b4 1b7 1c0-1f5 1f8-21b ' +
    '21e-21f 226-233 237 242-245 24b-24c 253-254 257 259 25b 2bc 300-304 308 30c 323 331 1e04-1e05 ' +
    '1e0c-1e0f 1e12-1e13 1e20-1e21 1e24-1e25 1e2e-1e2f 1e36-1e37 1e3c-1e3f 1e44-1e47 1e4a-1e4d ' +
    '1e50-1e53 1e62-1e63 1e6c-1e71 1e80-1e85 1e92-1e93 1e9e 1ea0-1ef9 2010 2013-2015 2017-201e ' +
    '2020-2022 2026 20a6 20ac 2212',
);

/** The Arabic font draws these, once presentation forms are read as letters. */
const arabic = rangesOf('600-6ff 750-77f 870-88e 890-891 898-8ff');

/** Signs that change nothing but how others stand. */
const unseen = rangesOf('ad 200b 200e-200f 202a-202e 2060-2069 fe00-fe0f feff');

const isIn = (ranges: typeof latin, letter: string): boolean => {
  const code = letter.codePointAt(0) ?? 0;
  return ranges.some(([first, last]) => first <= code && code <= last);
};

const isDrawn = (letter: string): boolean => isIn(latin, letter) || isIn(arabic, letter);

/** Words are read from right to left where they hold one of these. */
export const readsLeftward = (text: string): boolean =>
  /[\u0600-\u06ff\u0750-\u077f\u0870-\u08ff]/u.test(text);

/** Signs of which Unicode names no plain form. */
const plainSigns: Readonly<Record<string, string>> = {
  '\t': ' ',
  '\u2028': '\n',
  '\u2029': '\n',
  '\u2190': '<-',
  '\u2192': '->',
  '\u2194': '<->',
  '\u21d2': '=>',
  '\u2012': '\u2013',
  '\u2032': '\u2019',
  '\u2033': '\u201d',
  '\u2035': '\u2018',
  '\u2039': '<',
  '\u203a': '>',
  '\u2043': '-',
  '\u2044': '/',
  '\u2215': '/',
  '\u2023': '\u2022',
  '\u25aa': '\u2022',
  '\u25cf': '\u2022',
  '\u2264': '<=',
  '\u2265': '>=',
  '\u2248': '~',
  '\u02bb': '\u2018',
  '\u02bd': '\u2018',
  '\u02be': '\u2019',
  '\u02bf': '\u2018',
  '\u02b9': '\u2019',
  '\u02c8': '\u2019',
  '\ua78c': '\u2019',
};

/** Stands where letters are missing. */
export const missingSign = '[?]';

/** The plain form of a letter: what a font has, or nothing. */
function plainForm(letter: string): string {
  if (isDrawn(letter)) return letter;
  const plain = Array.from(
    (plainSigns[letter] ?? letter).normalize('NFKC'),
    (sign) => plainSigns[sign] ?? sign,
  ).join('');
  const drawn = Array.from(plain, (sign) => {
    if (isDrawn(sign)) return sign;
    // A mark that the fonts lack is left off its letter.
    const [base = '', ...marks] = Array.from(sign.normalize('NFD'));
    if (marks.length === 0 || !isIn(latin, base)) return '';
    return [base, ...marks.filter((mark) => isIn(latin, mark))].join('');
  });
  return drawn.includes('') ? '' : drawn.join('');
}

/** Signs without a letter of their own: marks, joiners and controls. */
const isBare = (letter: string): boolean => /^[\p{M}\p{Cc}\p{Cf}]$/u.test(letter);

/** It joins two letters of Arabic script, or parts them. */
const isJoiner = (letter: string): boolean => letter === '\u200c' || letter === '\u200d';

/** Most texts are in these alone, and are drawn as they are. */
const plainLetters = /^[\n -~\u00a1-\u00ac\u00ae-\u017f\u20a6\u2013\u2019]*$/u;

/** A text in letters that papers can draw, and those of its letters that have no plain form. */
export function printable(text: string): { readonly text: string; readonly missing: string } {
  if (plainLetters.test(text)) return { text, missing: '' };
  let [said, missing, before] = ['', '', ''];
  for (const letter of text.normalize()) {
    if (isIn(unseen, letter)) continue;
    const plain = plainForm(letter);
    if (plain !== '') said += plain;
    else if (isJoiner(letter) && isIn(arabic, before)) said += letter;
    else if (!isBare(letter)) {
      missing += letter;
      if (!said.endsWith(missingSign)) said += missingSign;
    }
    before = letter;
  }
  return { text: said, missing };
}
