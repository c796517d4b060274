import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keysOf, mayBeWhole, piecesOf, wholeMonths } from '#server/lists/rules.ts';
import { draws } from '#tests/support/draws.ts';

const date = (time: number) => new Date(time).toISOString().slice(0, 10);
const day = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2199, 11, 31) }).map(date);
const after = (one: string) => date(Date.parse(`${one}T00:00:00Z`) + 86_400_000);

test('whole months begin and end with a month, and lie within the days', () => {
  fc.assert(
    fc.property(day, day, (one, other) => {
      const [from, to] = one <= other ? [one, other] : [other, one];
      const months = wholeMonths({ from, to });
      if (months.from === months.until) return;
      expect(months.from).toMatch(/-01$/);
      expect(months.until).toMatch(/-01$/);
      expect(months.from >= from && months.until <= after(to)).toBe(true);
      // No further month would fit at either end.
      expect(Date.parse(months.from) - Date.parse(from)).toBeLessThan(31 * 86_400_000);
      expect(Date.parse(to) - Date.parse(months.until)).toBeLessThan(31 * 86_400_000);
    }),
    draws(),
  );
});

test('days without a whole month have none', () => {
  expect(wholeMonths({ from: '2026-02-02', to: '2026-03-30' })).toEqual({
    from: '2026-02-02',
    until: '2026-02-02',
  });
  expect(wholeMonths({ from: '2028-02-01', to: '2028-02-29' })).toEqual({
    from: '2028-02-01',
    until: '2028-03-01',
  });
});

test('the keys of some days are those of each day, a whole month having one', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: 0, max: 400 }), (from, more) => {
      const to = date(Date.parse(from) + more * 86_400_000);
      const keys = keysOf({ from, to });
      const held = new Set(keys);
      expect(held.size).toBe(keys.length);
      let [ofDays, ofMonths] = [0, new Set<number>()];
      for (let one = from; one <= to; one = after(one)) {
        const month = -1 - (Number(one.slice(0, 4)) * 12 + Number(one.slice(5, 7)));
        const isDay = held.has((Date.parse(one) - Date.UTC(2000, 0, 1)) / 86_400_000);
        expect(isDay, one).toBe(!held.has(month));
        if (isDay) ofDays += 1;
        else ofMonths.add(month);
      }
      expect(ofDays + ofMonths.size).toBe(keys.length);
    }),
    draws(50),
  );
});

test('a text that holds another holds its pieces', () => {
  const text = fc.string({ unit: fc.constantFrom(...Array.from('ab0789 -./é%_')) });
  fc.assert(
    fc.property(text, (typed) => {
      const pieces = piecesOf(typed);
      for (const piece of pieces) {
        expect(piece).toMatch(/^[a-z0-9]{3}$/);
        expect(typed).toContain(piece);
      }
      expect(pieces.length > 0).toBe(/[a-z0-9]{3}/.test(typed));
    }),
    draws(),
  );
});

test.each([
  ['Musa Bello Sule', ['mus', 'bel', 'sul', 'usa', 'ule']],
  ['musa bello 0803', ['mus', 'bel', 'usa', 'llo', '803']],
  ['PKF-104TC', ['04t', '4tc', 'pkf', '104']],
  ['400009991552', ['552', '155', '991', '999', '099']],
  ['0807005', ['005', '700', '807', '070']],
])('of %s the pieces that tell the most are asked for first', (text, pieces) => {
  expect(piecesOf(text)).toEqual(pieces);
});

test.each([
  ['ABC-123DE', true],
  ['abc 123de', true],
  ['KAD00001AA12', true],
  ['0803 555 0142', true],
  ['+234 803 555 0142', true],
  ['400009991473', true],
  ['ABC-123', false],
  ['0803 555', false],
  // Its o stands for a zero in the keys, but nobody typed one.
  ['Musa Bello', false],
  ['14 Ahmadu Bello Way, Zaria', false],
  ['%%%', false],
])('whether %s may be a whole plate or number: %s', (search, expected) => {
  expect(mayBeWhole(search)).toBe(expected);
});
