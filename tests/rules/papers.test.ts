import { expect, test } from 'vitest';
import { drawable } from '#server/features/papers/pen.ts';

const [dotBelow, grave, acute] = ['\u0323', '\u0300', '\u0301'];

test('a letter with a dot below and a tone mark is drawn tone first, and stays the same text', () => {
  expect(drawable('Ọ̀yọ́')).toBe(`O${grave}${dotBelow}yo${acute}${dotBelow}`);
  expect(drawable('Ọ̀yọ́').normalize()).toBe('Ọ̀yọ́'.normalize());
});

test('letters that have a place for their mark are drawn as they are', () => {
  expect(drawable('Ọláṣẹ Ụgwụ Ɗanjuma é')).toBe('Ọláṣẹ Ụgwụ Ɗanjuma é');
  expect(drawable(`o${dotBelow}`)).toBe('ọ');
});
