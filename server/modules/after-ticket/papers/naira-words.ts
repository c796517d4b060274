import { said, type Say } from '#contract/language.ts';

const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = ['', '', ...'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')];
const scales = [
  [1_000_000_000, 'billion'],
  [1_000_000, 'million'],
  [1_000, 'thousand'],
] as const;

/** A whole number from 0 below a trillion, in words: `two thousand and five`. */
function inWords(value: number): string {
  if (value < 20) return small[value] ?? '';
  if (value < 100) {
    const ten = tens[Math.floor(value / 10)] ?? '';
    return value % 10 === 0 ? ten : `${ten}-${inWords(value % 10)}`;
  }
  if (value < 1_000) {
    const hundreds = `${inWords(Math.floor(value / 100))} hundred`;
    return value % 100 === 0 ? hundreds : `${hundreds} and ${inWords(value % 100)}`;
  }
  for (const [size, name] of scales) {
    if (value < size) continue;
    const head = `${inWords(Math.floor(value / size))} ${name}`;
    const rest = value % size;
    if (rest === 0) return head;
    return rest < 100 ? `${head} and ${inWords(rest)}` : `${head}, ${inWords(rest)}`;
  }
  return '';
}

/** Whole naira as a cheque has them: `Twelve thousand naira only`. */
export function nairaInWords(naira: number): string {
  const words = inWords(naira);
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)} naira only`;
}

/** What every larger number is put together from: 1 to 99, then the hundreds. */
export const numberWords: readonly string[] = [
  ...Array.from({ length: 99 }, (_one, place) => inWords(place + 1)),
  ...Array.from({ length: 9 }, (_one, place) => inWords((place + 1) * 100)),
];

const scalesInWords = said({
  million: '{count} million',
  thousand: '{count} thousand',
  /** From twenty thousand on, where a language counts them in another way. */
  manyThousands: '{many} thousand',
  joined: '{larger} and {rest}',
  amount: '{words} naira only',
});

/** Whole naira below a billion, in the words of another language; '' where it lacks a number. */
export function nairaInWordsOf(say: Say, naira: number): string {
  const needed = [...numberWords, ...Object.values(scalesInWords)];
  if (naira >= 1_000_000_000 || !needed.every((words) => say.knows(words))) return '';
  const inScale = (scale: number, many: number): string => {
    const count = ofParts(many);
    if (scale === 1_000_000) return say(scalesInWords.million, { count });
    return many < 20
      ? say(scalesInWords.thousand, { count })
      : say(scalesInWords.manyThousands, { many: count });
  };
  const ofParts = (value: number): string => {
    const scale = value < 100 ? 0 : value < 1_000 ? 100 : value < 1_000_000 ? 1_000 : 1_000_000;
    if (scale === 0) return say(inWords(value));
    const [many, rest] = [Math.floor(value / scale), value % scale];
    const larger = scale === 100 ? say(inWords(many * 100)) : inScale(scale, many);
    return rest === 0 ? larger : say(scalesInWords.joined, { larger, rest: ofParts(rest) });
  };
  const words = ofParts(naira);
  const amount = say(scalesInWords.amount, { words });
  return `${amount.slice(0, 1).toUpperCase()}${amount.slice(1)}`;
}
