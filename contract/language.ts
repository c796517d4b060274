/** The language in which the product's own sentences are written. */
export const englishCode = 'en';

/** These fill the places of a sentence: `amount` stands for `{amount}`. */
export type Values = Readonly<Record<string, string | number>>;

/**
 * Says an English sentence in a reader's language; one that the catalogue lacks stays English. A
 * sentence that was already filled, such as a refusal, is recognised by its pattern.
 */
export interface Say {
  (sentence: string, values?: Values): string;
  /** The sentence for one or for `count` of something; `count` also fills `{count}`. */
  count: (count: number, one: string, many: string, values?: Values) => string;
  /** True where the language has the sentence itself. */
  knows: (sentence: string) => boolean;
  readonly language: string;
  readonly isConfirmed: boolean;
}

/** The places of a sentence; a split by it has their names at odd places. */
export const places = /\{([a-zA-Z]+)\}/g;

export const filled = (sentence: string, values: Values | undefined): string =>
  values === undefined
    ? sentence
    : sentence.replaceAll(places, (whole, name: string) => String(values[name] ?? whole));

/** Short, as messages write a day; the year stands after the month in every language. */
export const monthNames: readonly string[] = [
  'Jan',
  'Feb',
  'Mar',
  'Apr',
  'May',
  'Jun',
  'Jul',
  'Aug',
  'Sep',
  'Oct',
  'Nov',
  'Dec',
];

/** A day such as `2026-12-05` in words: `5 Dec 2026`. */
export const dayInWords = (say: Say, day: string): string => {
  const [year = '', month = '', date = ''] = day.split('-');
  return `${Number(date)} ${say(monthNames[Number(month) - 1] ?? month)} ${year}`;
};

/** Marks words that are said elsewhere, so that every catalogue has them. */
export const said = <Words>(words: Words): Words => words;

const inEnglish = (sentence: string, values?: Values): string => filled(sentence, values);

export const sayEnglish: Say = Object.assign(inEnglish, {
  count: (count: number, one: string, many: string, values?: Values) =>
    filled(count === 1 ? one : many, { ...values, count }),
  knows: () => false,
  language: englishCode,
  isConfirmed: true,
});

/** A sentence that keeps its first words bold: the part before the bar, and the rest. */
export function leadAndRest(sentence: string): { readonly lead: string; readonly rest: string } {
  const [lead = '', ...rest] = sentence.split(' | ');
  return { lead, rest: rest.join(' ') };
}
