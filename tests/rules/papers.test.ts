import { expect, test } from 'vitest';
import { noBills } from '#contract/papers.ts';
import { billOf, nextOf, warningOf } from '#server/features/papers/paper-words.ts';
import { drawable } from '#server/features/papers/pen.ts';
import { aBooking } from '#tests/screens/support/records.ts';

const [dotBelow, grave, acute] = ['\u0323', '\u0300', '\u0301'];

test('a letter with a dot below and a tone mark is drawn tone first, and stays the same text', () => {
  expect(drawable('Ọ̀yọ́')).toBe(`O${grave}${dotBelow}yo${acute}${dotBelow}`);
  expect(drawable('Ọ̀yọ́').normalize()).toBe('Ọ̀yọ́'.normalize());
});

test('letters that have a place for their mark are drawn as they are', () => {
  expect(drawable('Ọláṣẹ Ụgwụ Ɗanjuma é')).toBe('Ọláṣẹ Ụgwụ Ɗanjuma é');
  expect(drawable(`o${dotBelow}`)).toBe('ọ');
});

test('a paper promises a bill, a gateway or a way to pay only where a gateway serves its organisation', () => {
  const saidOf = (takesBills: boolean, billRef: string | null) => {
    const printed = { ...aBooking({ billRef }), takesBills, stillOpen: [] };
    return JSON.stringify([
      billOf(printed, 'ticket'),
      nextOf(printed, 'ticket'),
      warningOf(printed),
    ]);
  };
  const promise = /bill|gateway|card, transfer|page behind/;
  expect(saidOf(false, null)).toContain(noBills);
  expect(saidOf(false, null)).not.toMatch(promise);
  expect(saidOf(true, null)).toMatch(promise);
  // A bill that was made stays payable.
  expect(saidOf(false, '967140858550')).toContain('Pay this bill');
});
