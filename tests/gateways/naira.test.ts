import fc from 'fast-check';
import { expect, test } from 'vitest';
import { koboFromNaira, nairaFromKobo } from '#server/gateways/naira.ts';
import { draws } from '#tests/support/draws.ts';

test('kobo survive the way to naira on the wire and back, exactly', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999_999_999 }), (kobo) => {
      const onTheWire = JSON.stringify(nairaFromKobo(kobo));
      expect(koboFromNaira(Number(onTheWire))).toBe(kobo);
      expect(koboFromNaira(onTheWire)).toBe(kobo);
    }),
    draws(),
  );
});

test.each([
  [12000, 1_200_000],
  ['12000.00', 1_200_000],
  ['12000.5000', 1_200_050],
  [0.07, 7],
  [1.15, 115],
])('%s naira is %i kobo', (naira, kobo) => {
  expect(koboFromNaira(naira)).toBe(kobo);
});

test.each([-1, 0.1 + 0.2, 12.005, NaN, Infinity, 1e21, '', ' 5', '5,000', '₦5', '0x10', '1e3'])(
  '%s is not an amount: nothing is rounded or guessed',
  (naira) => {
    expect(koboFromNaira(naira)).toBeUndefined();
  },
);

test.each([0.5, NaN, 1e14])('%s is not a number of kobo that can be sent', (kobo) => {
  expect(() => nairaFromKobo(kobo)).toThrow(RangeError);
});
