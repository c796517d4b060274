import { expect, test } from 'vitest';
import { guestPayload, guestToken } from '#contract/auth.ts';
import { logoutClearsAll, readToken } from '#web/features/auth/stored-session.ts';

const now = Date.parse('2026-11-20T13:32:00Z');
const payload = { ...guestPayload, id: 'u1', firstName: 'Ɓala', role: 'operator', state: 'Kaduna' };

function token(claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'HS256' })}.${part(claims)}.x`;
}

test('no token means nobody', () => {
  expect(readToken(null, now)).toEqual({ is: 'none' });
  expect(readToken('', now)).toEqual({ is: 'none' });
});

test('202a: a token is expired from the very millisecond of its exp', () => {
  const exp = now / 1000;
  expect(readToken(token({ ...payload, exp }), now)).toMatchObject({ is: 'expired' });
  expect(readToken(token({ ...payload, exp }), now - 1)).toMatchObject({ is: 'valid' });
});

test('203a: a valid token gives the user of its payload, without exp', () => {
  const { exp, ...user } = payload;
  expect(exp * 1000).toBeGreaterThan(now);
  expect(readToken(token(payload), now)).toEqual({ is: 'valid', user });
});

test.each(['rubbish', 'a.b.c', token({ exp: 1 }), token({ ...payload, role: 'king' })])(
  '203b, 293: a token that cannot be decoded gives nobody: %s',
  (text) => {
    expect(readToken(text, now)).toEqual({ is: 'unreadable' });
  },
);

test('16b, 156: the built-in guest token decodes like any other', () => {
  expect(readToken(guestToken, now)).toMatchObject({
    is: 'valid',
    user: { role: 'guest', firstName: '{name}', lastName: '{name}', picture: 'no-user.jpg' },
  });
});

test('204d: logging out clears all when there was no portfolio visit, or none that can be read', () => {
  expect(logoutClearsAll(null, now)).toBe(true);
  expect(logoutClearsAll('yesterday', now)).toBe(true);
});

test('204d, 204e, 299: logging out keeps the rest for an hour from the portfolio visit', () => {
  expect(logoutClearsAll(String(now - 3_600_000), now)).toBe(false);
  expect(logoutClearsAll(String(now - 3_600_001), now)).toBe(true);
});
