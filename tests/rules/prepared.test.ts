import { expect, test } from 'vitest';
import { asPrepared, named } from '#server/db/prepared.ts';

const nameOf = (text: string): string | undefined => named(text, []).name;

test('a statement that is asked all day keeps its name, and no other has one', () => {
  const often = asPrepared('select 1');
  expect(nameOf(often)).toBe(nameOf(often));
  expect(nameOf(often)).not.toBe(nameOf(asPrepared('select 2')));
  expect(nameOf('select 1')).toBeUndefined();
});

test('thousands of wordings are asked, but not kept', () => {
  const often = asPrepared('select 3');
  const name = nameOf(often);
  const kept = new Set(
    Array.from({ length: 5_000 }, (_, size) => nameOf(asPrepared(`select 4 limit ${size}`))),
  );
  expect(kept.size).toBeLessThanOrEqual(501);
  expect(kept).toContain(undefined);
  expect(nameOf(often)).toBe(name);
});
