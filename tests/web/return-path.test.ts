import { expect, test } from 'vitest';
import { returnPath } from '#web/app/return-path.ts';
import { returnState } from '#web/app/return-state.ts';

test.each(['/unpaid?open=01K9HZNGVX2Z66Z1C0ABCDEFGH', '/paid?page=2&limit=15', '/'])(
  'somebody who was asked to sign in goes on to where they wanted to go: %s',
  (from) => {
    expect(returnPath(returnState(from, null), 'u1')).toBe(from);
  },
);

test('a path on which a session ended is for its owner alone', () => {
  const state = returnState('/unpaid?open=01K9HZNGVX2Z66Z1C0ABCDEFGH', 'u1');
  expect(returnPath(state, 'u1')).toBe('/unpaid?open=01K9HZNGVX2Z66Z1C0ABCDEFGH');
  expect(returnPath(state, 'u2')).toBe('/');
});

test.each([
  'https://elsewhere.example/',
  '//elsewhere.example/',
  '/\\elsewhere.example',
  '/\t/elsewhere.example',
  'javascript:alert(1)',
  'unpaid',
  '',
  '/signin',
  '/resetpassword#token',
])('what is no path of the product leads to the base: %s', (from) => {
  expect(returnPath(returnState(from, null), 'u1')).toBe('/');
});

test.each([null, 'text', { from: 7, of: null }, { from: '/unpaid' }])(
  'what is no note of the sign-in page leads to the base: %o',
  (state) => {
    expect(returnPath(state, 'u1')).toBe('/');
  },
);
