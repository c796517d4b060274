import {
  englishCode,
  filled,
  places,
  said,
  type Say,
  sayEnglish,
  type Values,
} from './language.ts';

/** How many forms a count has, as the head of a PO file names it. */
export const pluralRules = {
  'nplurals=2; plural=(n != 1);': (count: number) => (count === 1 ? 0 : 1),
  'nplurals=2; plural=(n > 1);': (count: number) => (count > 1 ? 1 : 0),
  'nplurals=1; plural=0;': () => 0,
} as const satisfies Readonly<Record<string, (count: number) => number>>;
export type PluralRule = keyof typeof pluralRules;
export const isPluralRule = (text: string): text is PluralRule => Object.hasOwn(pluralRules, text);

/** The sentences of one language, each by the English one. */
export interface Catalogue {
  /** Such as `ha`. */
  readonly language: string;
  readonly plural: PluralRule;
  /** A speaker has confirmed every sentence of it. */
  readonly isConfirmed: boolean;
  /** One form, or one for each form of the plural. */
  readonly sentences: Readonly<Record<string, readonly string[]>>;
}

const translationWords = said({
  holds: 'This is a translation. If it differs from the English text, follow the English text.',
  unconfirmed: 'Nobody who speaks this language has checked the whole translation yet.',
});

/** Said wherever a translation is shown: which text holds, and if nobody has checked it; '' in English. */
export const translationNote = (say: Say): string =>
  say.language === englishCode
    ? ''
    : [translationWords.holds, ...(say.isConfirmed ? [] : [translationWords.unconfirmed])]
        .map((sentence) => say(sentence))
        .join(' ');

/** Speaks the language of a catalogue. A screen that speaks English fetches nothing of this. */
export function sayIn({ language, plural, isConfirmed, sentences }: Catalogue): Say {
  const formsOf = (sentence: string): readonly string[] | undefined =>
    Object.hasOwn(sentences, sentence) ? sentences[sentence] : undefined;
  let patterns: readonly Pattern[] | undefined;
  /** Answers undefined where no pattern fits; what fills a whole sentence may also be a name. */
  const recognised = (sentence: string): string | undefined => {
    if (sentence.length > longest) return undefined;
    patterns ??= patternsOf(Object.keys(sentences));
    for (const { template, pattern, names, isSentence } of patterns) {
      const [, ...parts] = pattern.exec(sentence) ?? [];
      if (parts.length === 0) continue;
      const spoken = parts.map((part) => sayPart(part) ?? (isSentence ? part : undefined));
      if (spoken.includes(undefined)) continue;
      const values = Object.fromEntries(names.map((name, place) => [name, spoken[place] ?? '']));
      return filled(formsOf(template)?.[0] ?? template, values);
    }
    return undefined;
  };
  /** A part without a small letter is a number, a day, a plate or another code, and stays as it is. */
  const sayPart = (part: string): string | undefined =>
    formsOf(part)?.[0] ?? (/\p{Ll}/u.test(part) ? recognised(part) : part);
  /** A screen says the same again with each key that is typed. */
  const heard = new Map<string, string>();
  const sayWhole = (sentence: string): string => {
    const words = heard.get(sentence) ?? recognised(sentence) ?? sentence;
    heard.set(sentence, words);
    return words;
  };
  const say = (sentence: string, values?: Values): string => {
    const found = formsOf(sentence)?.[0];
    if (found !== undefined) return filled(found, values);
    return values === undefined ? sayWhole(sentence) : filled(sentence, values);
  };
  const count = (of: number, one: string, many: string, values?: Values): string => {
    const forms = formsOf(one);
    if (!forms) return sayEnglish.count(of, one, many, values);
    return filled(forms[pluralRules[plural](of)] ?? forms[0] ?? one, { ...values, count: of });
  };
  const knows = (sentence: string) => formsOf(sentence) !== undefined;
  return Object.assign(say, { count, knows, language, isConfirmed });
}

/** No sentence of the product is longer; a longer text is somebody's own. */
const longest = 600;

interface Pattern {
  readonly template: string;
  readonly pattern: RegExp;
  readonly names: readonly string[];
  /** It is whole, and may name what no catalogue knows. */
  readonly isSentence: boolean;
}

/** The sentences with places, those with most words first, so that the closest one is found. */
function patternsOf(sentences: readonly string[]): readonly Pattern[] {
  const wordsOf = (sentence: string) => sentence.replaceAll(places, '').length;
  return sentences
    .filter((sentence) => sentence.search(places) >= 0)
    .toSorted((one, other) => wordsOf(other) - wordsOf(one))
    .map((template) => {
      const parts = template.split(places);
      const names = parts.filter((_part, place) => place % 2 === 1);
      const source = parts
        .map((part, place) =>
          place % 2 === 1 ? '(.+?)' : part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`),
        )
        .join('');
      const isSentence = /^(?:[A-Z]|\{\w+\}[a-z ]{6}).*\.$/s.test(template);
      return { template, names, isSentence, pattern: new RegExp(`^${source}$`, 's') };
    });
}
