import type { FastifyRequest } from 'fastify';
import { describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Caller } from '#server/http/caller.ts';
import { invalid, notFound, Refusal } from '#server/http/refusal.ts';
import { refusalNotes, type SecurityEvent } from '#server/http/security-events.ts';
import { refusal } from './refusals.ts';
import { it, officer } from './served.ts';

describe('of a refusal it is noted', () => {
  const seen = (changes: Partial<Endpoint>, refused: Refusal, body?: unknown, caller?: Caller) => {
    const notes: SecurityEvent[] = [];
    refusalNotes({ note: (event) => notes.push(event) })(
      { ...it, ...changes },
      refused,
      { ip: '10.0.0.1', body } as FastifyRequest,
      caller,
    );
    return notes;
  };
  const signIn = {
    method: 'POST',
    path: '/login',
    permission: 'public',
    audit: 'user.signed-in',
  } as const;

  test.each(['wrong_credentials', 'wrong_code', 'wrong_passkey', 'step_over', 'too_many_tries'])(
    'that a sign-in failed, with the address that was tried: %s',
    (code) => {
      expect(seen(signIn, new Refusal(401, code, ''), { email: ' Amina@Hanya.test ' })).toEqual([
        {
          kind: 'sign-in failed',
          account: null,
          email: 'amina@hanya.test',
          address: '10.0.0.1',
          about: 'POST /login',
        },
      ]);
    },
  );

  test('what no sign-in is, is none that failed', () => {
    expect(seen(signIn, new Refusal(409, 'other', ''))).toEqual([]);
    expect(seen({}, new Refusal(401, 'wrong_code', ''))).toEqual([]);
  });

  test('no address that is none, and none where somebody is signed in', () => {
    for (const body of [{ email: 'x' }, { email: 7 }, null, 'amina@hanya.test', {}])
      expect(seen(signIn, new Refusal(429, 'too_often', ''), body)).toMatchObject([
        { kind: 'too often', email: undefined },
      ]);
    expect(
      seen({}, new Refusal(403, 'x', ''), { email: 'amina@hanya.test' }, officer),
    ).toMatchObject([{ kind: 'not allowed', account: 'officer', email: undefined }]);
  });

  test('that a notice is forged', () => {
    expect(seen({ permission: 'public' }, new Refusal(401, 'forged', ''))).toMatchObject([
      { kind: 'forged notice' },
    ]);
  });

  test.each(['password', 'code', 'passkey'])('that a proof failed at its %s', (field) => {
    const proves = { audit: 'user.proved' } as const;
    expect(seen(proves, invalid(field, 'No.'))).toMatchObject([{ kind: 'proof failed' }]);
    expect(seen({}, invalid(field, 'No.'))).toEqual([]);
    expect(seen(proves, invalid('other', 'No.'))).toEqual([]);
  });

  test('that one’s own password was wrong when it was changed', () => {
    const changes = { audit: 'user.password-changed' } as const;
    expect(seen(changes, invalid('current', 'No.'))).toMatchObject([{ kind: 'proof failed' }]);
    expect(seen(changes, invalid('password', 'No.'))).toEqual([]);
    expect(seen({}, invalid('current', 'No.'))).toEqual([]);
  });

  test('that a record is not there or not theirs, unless anybody may ask', () => {
    expect(seen({}, notFound('thing'))).toMatchObject([{ kind: 'not found' }]);
    expect(seen({ permission: 'public' }, notFound('ticket'))).toEqual([]);
    expect(seen({}, new Refusal(409, 'x', ''))).toEqual([]);
  });
});

test('a refusal after a 503 says when to try again', () => {
  expect(new Refusal(503, 'x', '').retryAfterSeconds).toBe(2);
  expect(new Refusal(503, 'x', '', undefined, 30).retryAfterSeconds).toBe(30);
  expect(new Refusal(429, 'x', '').retryAfterSeconds).toBeUndefined();
  expect(refusal(notFound('thing'))).toEqual([
    404,
    'not_found',
    'This thing does not exist, or you cannot see it.',
  ]);
});
