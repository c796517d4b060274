import { expect, test } from 'vitest';
import { count, naira } from '#web/format/money.ts';
import { bookingReference, collisionReference } from '#web/format/reference.ts';

test.each([
  [0, '₦0'],
  [500, '₦500'],
  [1000, '₦1,000'],
  [1_284_500, '₦1,284,500'],
  [-200, '-₦200'],
])('298a, 298b: %i naira reads %s', (amount, words) => {
  expect(naira(amount)).toBe(words);
});

test('298b: a count has thousands separators and no sign of money', () => {
  expect(count(13_872)).toBe('13,872');
});

test('105: a booking reference is the id from character 10 onward', () => {
  expect(bookingReference('01KAGVEJ30K9HZNGVX2Z66Z1C0')).toBe('K9HZNGVX2Z66Z1C0');
});

test('101e: a collision reference is the id without its first 5 characters', () => {
  expect(collisionReference('01KAGVEJ30K9HZNGVX2Z66Z1C0')).toBe('VEJ30K9HZNGVX2Z66Z1C0');
});
