import { expect, test } from 'vitest';
import { dayInWords, leadAndRest, sayEnglish } from '#contract/language.ts';
import { plainLetters } from '#contract/modules/after-ticket/message-texts.ts';
import { type Catalogue, pluralRules, sayIn, translationNote } from '#contract/speaking.ts';
import { readLanguageFile, whyNotUsed } from '#server/features/languages/po-file.ts';
import { catalogueOf, languageFiles } from '#server/features/languages/queries.ts';
import { nairaInWordsOf } from '#server/modules/after-ticket/papers/naira-words.ts';

const hausa: Catalogue = {
  language: 'ha',
  plural: 'nplurals=2; plural=(n != 1);',
  isConfirmed: true,
  sentences: {
    'Pay by {day}.': ['Ku biya zuwa {day}.'],
    'A day is left.': ['Rana ɗaya ta rage.', 'Ranaku {count} suka rage.'],
    'Enter {field}.': ['Ku rubuta {field}.'],
    'Enter at most {number} characters for {field}.': ['Kada ku wuce haruffa {number} a {field}.'],
    'the {name}': ['{name}'],
    'the {name} of {outer}': ['{name} na {outer}'],
    '{item} {number}': ['{item} na {number}'],
    'phone number': ['lambar waya'],
    plate: ['lambar mota'],
    vehicle: ['abin hawa'],
    Dec: ['Dis'],
    constructor: ['maƙera'],
  },
};
const say = sayIn(hausa);
const spoken = () =>
  [...languageFiles().values()].map((file) =>
    sayIn(catalogueOf(file, file.sentences, { showsUnconfirmed: true })),
  );

test('a sentence is said in the language, its places filled; one that is missing stays English', () => {
  expect(say('Pay by {day}.', { day: '2026-12-05' })).toBe('Ku biya zuwa 2026-12-05.');
  expect(say('Object by {day}.', { day: '2026-12-05' })).toBe('Object by 2026-12-05.');
  expect(sayEnglish('Pay by {day}.', { day: '2026-12-05' })).toBe('Pay by 2026-12-05.');
  expect(say('constructor')).toBe('maƙera');
  expect(say('toString')).toBe('toString');
});

test('what fills a place is never read as a place again', () => {
  expect(say('Pay by {day}.', { day: '{day} {other}' })).toBe('Ku biya zuwa {day} {other}.');
  expect(say('Pay by {day}.', {})).toBe('Ku biya zuwa {day}.');
});

test('a refusal that comes filled is recognised by its pattern, and what fills it is said as well', () => {
  expect(say('Enter the phone number.')).toBe('Ku rubuta lambar waya.');
  expect(say('Enter the plate of the vehicle.')).toBe('Ku rubuta lambar mota na abin hawa.');
  expect(say('Enter the plate of vehicle 2.')).toBe('Ku rubuta lambar mota na abin hawa na 2.');
  expect(say('Enter at most 2,000 characters for the phone number.')).toBe(
    'Kada ku wuce haruffa 2,000 a lambar waya.',
  );
});

test('a name or a word that looks like a part of a sentence stays as it is', () => {
  for (const name of ['Kola and Sons phone', 'Toyota 2', 'the first of May'])
    expect(say(name)).toBe(name);
});

test('English is what the code says, whatever pattern would fit', () => {
  expect(sayEnglish('Enter the phone number.')).toBe('Enter the phone number.');
});

test('each language has one form or two, as its speakers count', () => {
  const formsAt = (code: string) => {
    const plural = languageFiles().get(code)?.plural ?? 'nplurals=1; plural=0;';
    return [0, 1, 2, 100].map(pluralRules[plural]);
  };
  expect(formsAt('ha')).toEqual([1, 0, 1, 1]);
  expect(formsAt('pcm')).toEqual([0, 0, 1, 1]);
  expect(formsAt('yo')).toEqual([0, 0, 0, 0]);
  expect(formsAt('ig')).toEqual([0, 0, 0, 0]);
  const left = (count: number) => say.count(count, 'A day is left.', '{count} days are left.');
  expect([left(1), left(3)]).toEqual(['Rana ɗaya ta rage.', 'Ranaku 3 suka rage.']);
  expect(sayEnglish.count(3, 'A day is left.', '{count} days are left.')).toBe('3 days are left.');
  expect(say.count(3, 'An hour is left.', '{count} hours are left.')).toBe('3 hours are left.');
});

test('a day in words has its month in the language and no leading zero', () => {
  expect(dayInWords(say, '2026-12-05')).toBe('5 Dis 2026');
  expect(dayInWords(sayEnglish, '2026-09-30')).toBe('30 Sep 2026');
});

test('a bar divides the bold words of a sentence from the rest', () => {
  expect(leadAndRest('Keep this paper | until the end.')).toEqual({
    lead: 'Keep this paper',
    rest: 'until the end.',
  });
  expect(leadAndRest('Whole.')).toEqual({ lead: 'Whole.', rest: '' });
});

test('a translation says that English holds, and if no speaker has checked it; English says neither', () => {
  expect(translationNote(sayEnglish)).toBe('');
  expect(translationNote(say)).toMatch(/follow the English text\.$/);
  expect(translationNote(sayIn({ ...hausa, isConfirmed: false }))).toMatch(
    /follow the English text\. Nobody/,
  );
});

test('amounts are said in the words of each language that has all numbers', () => {
  const amounts = [5_000, 12_500, 20_000, 103_000, 1_250_000];
  const said = Object.fromEntries(
    spoken().map((each) => [each.language, amounts.map((naira) => nairaInWordsOf(each, naira))]),
  );
  expect(said['ha']).toEqual([
    'Naira dubu biyar kacal',
    'Naira dubu goma sha biyu da ɗari biyar kacal',
    'Naira dubu ashirin kacal',
    'Naira dubu ɗari da uku kacal',
    'Naira miliyan ɗaya da dubu ɗari biyu da hamsin kacal',
  ]);
  expect(said['pcm']?.[1]).toBe('Twelve thousand and five hundred naira only');
  expect(said['yo']?.[2]).toContain('lọ́nà ogún');
  expect(nairaInWordsOf(say, 5_000)).toBe('');
  expect(nairaInWordsOf(sayEnglish, 5_000)).toBe('');
});

test('no two numbers up to a hundred are said by one word', () => {
  const withNumbers = spoken().filter((each) => nairaInWordsOf(each, 1) !== '');
  expect(withNumbers.map(({ language }) => language)).toEqual(
    expect.arrayContaining(['ha', 'ig', 'pcm', 'yo']),
  );
  for (const each of withNumbers) {
    const words = Array.from({ length: 99 }, (_one, place) => nairaInWordsOf(each, place + 1));
    expect(new Set(words).size, each.language).toBe(99);
  }
});

test('a message in plain letters has none that needs the larger alphabet', () => {
  expect(plainLetters('Ɗan Ƙaura ya biya kuɗi a Ɓauchi; ƴaƴa')).toBe(
    'Dan Kaura ya biya kudi a Bauchi; yaya',
  );
  expect(plainLetters('Ẹ san bíìlì ọkọ̀; ụgbọala ṅ')).toBe('E san biili oko; ugboala n');
});

test('what is no PO file of a language says why in one sentence', () => {
  for (const [text, why] of [
    ['', /must name the language/],
    ['\u0000\u0001 not a file', /must name the language/],
    ['msgid ""\nmsgstr ""\n"Language: ../etc\\n"\n', /must name the language/],
    [
      'msgid ""\nmsgstr ""\n"Language: ha\\n"\n"Plural-Forms: nplurals=9; plural=alert(1);\\n"\n',
      /Plural-Forms/,
    ],
  ] as const)
    expect(readLanguageFile(text)).toMatch(why);
});

test('a translation that lost a place, has one of its own, or lost its bar can’t be used', () => {
  const one = { many: '', isConfirmed: true, places: [] };
  const why = (sentence: string, ...forms: string[]) => whyNotUsed({ ...one, sentence, forms });
  expect(why('Pay by {day}.', 'Ku biya.')).toContain('{day}');
  expect(why('Pay now.', 'Ku biya {day}.')).not.toBe('');
  expect(why('Keep | this.', 'Ku ajiye wannan.')).not.toBe('');
  expect(why('Pay by {day}.', 'Kafin {day} ku biya.')).toBe('');
});
