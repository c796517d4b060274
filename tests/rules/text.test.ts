import { describe, expect, test } from 'vitest';
import { text } from '#contract/text.ts';

const read = (given: string) => text(60).parse(given);

describe('signs that nobody sees are not kept', () => {
  test.each([
    ['what a phone puts around a copied number', '\u202A0803 555 0142\u202C', '0803 555 0142'],
    ['what turns a name round', 'Musa \u202Eillud\u202C', 'Musa illud'],
    ['isolates and marks of direction', '\u2067A\u2069\u200E\u200F\u061C', 'A'],
    ['what has no width', 'Ade\u200Bba\u2060yo\uFEFF', 'Adebayo'],
    ['a soft hyphen', 'Ade\u00ADbayo', 'Adebayo'],
    ['letters of nothing', 'A\u3164\u115F', 'A'],
    ['joiners in Latin writing', 'Ade\u200Cba\u200Dyo', 'Adebayo'],
    ['what hides in tags', 'A\u{E0041}\u{E0042}', 'A'],
  ])('%s', (_what, given, kept) => {
    expect(read(given)).toBe(kept);
  });
});

test.each([
  ['Yoruba with marks of its own', 'Ẹniọlá Adébáyọ̀ Ṣóyínká'],
  ['Yoruba whose marks stand alone', 'E\u0323nio\u0323la\u0301'],
  ['Hausa and Igbo', 'Ɓala Ɗanjuma ƙwai Ụgwụ ƴan'],
  ['Hausa in Arabic letters, with a joiner', 'كا\u200Cنو'],
  ['an emoji of several', '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}'],
])('%s stays', (_what, given) => {
  expect(read(given)).toBe(given);
});

test('they are taken away before anything is counted', () => {
  expect(text(3).safeParse(`${'\u200B'.repeat(50)}abc`).data).toBe('abc');
  expect(read('\u200B \u202A')).toBe('');
});
