import { expect, test } from 'vitest';
import { asPrepared, named } from '#server/db/reading/prepared.ts';

const nameOf = (text: string): string | undefined => named(text, []).name;

test('a statement that is asked again has its name from then on, and no other has one', () => {
  const often = asPrepared('select 1');
  expect(nameOf(often)).toBeUndefined();
  const name = nameOf(often);
  expect(name).toMatch(/^[0-9a-f]{32}$/);
  expect(nameOf(often)).toBe(name);
  nameOf(asPrepared('select 2'));
  expect(nameOf(asPrepared('select 2'))).not.toBe(name);
  for (const _ of [1, 2, 3]) expect(nameOf('select 1')).toBeUndefined();
});

test('thousands of odd wordings are asked, but not kept', () => {
  const names = Array.from({ length: 5_000 }, (_, size) =>
    nameOf(asPrepared(`select 3 limit ${size}`)),
  );
  expect(new Set(names)).toEqual(new Set([undefined]));
});

test('odd wordings that came first shut none out that is asked all day', () => {
  for (let size = 0; size < 700; size += 1)
    for (const _ of [1, 2]) nameOf(asPrepared(`select 4 limit ${size}`));
  const often = asPrepared('select 5');
  nameOf(often);
  expect(nameOf(often)).toBeDefined();
});

test('what is asked all day keeps its name beside others that are asked twice', () => {
  const often = asPrepared('select 6');
  nameOf(often);
  const name = nameOf(often);
  for (let size = 0; size < 3_000; size += 1) {
    for (const _ of [1, 2]) nameOf(asPrepared(`select 7 limit ${size}`));
    expect(nameOf(often)).toBe(name);
  }
  // Nobody asked for the first of them any more.
  expect(nameOf(asPrepared('select 7 limit 0'))).toBeUndefined();
});
