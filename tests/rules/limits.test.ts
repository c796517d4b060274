import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import {
  type Attempts,
  exportLimit,
  limitOf,
  networkOf,
  whoseWork,
} from '#server/http/attempts.ts';
import { officer } from './served.ts';

test.each([
  ['2001:db8::1', '2001:db8:0:0'],
  ['2001:0DB8:0:1:aaaa::2', '2001:db8:0:1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['::1', '0:0:0:0'],
  ['1::', '1:0:0:0'],
  ['::2:3:4:5:6:7:8', '0:2:3:4'],
  ['1::3:4:5:6:7:8', '1:0:3:4'],
  ['2001:00a1::1', '2001:a1:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['::ffff:198.51.100.7', '198.51.100.7'],
  ['::FFFF:198.51.100.7', '198.51.100.7'],
  ['::ffff:198.51.100.77', '198.51.100.77'],
  ['2001:db8::ffff:198.51.100.7', '2001:db8:0:0'],
  ['::ffff:198.51.100.7.8', '::ffff:198.51.100.7.8'],
  ['198.51.100.7', '198.51.100.7'],
  ['no address', 'no address'],
])('%s is of the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test('a limit counts by address, by the e-mail that was tried, or by account', () => {
  const keyOf = (attempts: Attempts, body: unknown, caller?: typeof officer) => {
    const limit = limitOf(attempts, () => caller);
    expect(limit).toMatchObject({ max: 7, timeWindow: 60_000, hook: 'preHandler' });
    return limit.keyGenerator?.({ ip: '::ffff:10.0.0.1', body } as FastifyRequest);
  };
  const body = { email: ' Amina@Hanya.test ' };
  expect(keyOf({ perMinute: 7 }, body)).toBe('10.0.0.1');
  expect(keyOf({ perMinute: 7, of: 'email' }, body)).toBe('10.0.0.1 amina@hanya.test');
  for (const other of [{ email: 7 }, {}, null, 'amina@hanya.test', undefined])
    expect(keyOf({ perMinute: 7, of: 'email' }, other)).toBe('10.0.0.1');
  expect(keyOf({ perMinute: 7, of: 'account' }, body, officer)).toBe('officer');
  expect(keyOf({ perMinute: 7, of: 'account' }, body)).toBe('10.0.0.1');
  expect(exportLimit).toEqual({ perMinute: 60, of: 'account' });
});

test('whose work a call is says the account, or the network of whoever is not signed in', () => {
  const sessions = ['S1', 'S2', 'S3'].map((sessionId) => ({ ...officer, sessionId }));
  const theirs = sessions.flatMap((caller) =>
    ['198.51.100.7', '2001:db8::1'].map((address) => whoseWork(caller, address)),
  );
  expect(new Set(theirs)).toEqual(new Set(['officer']));
  const guest = { ...officer, userId: 'guest', role: 'guest', sessionId: null } as const;
  for (const nobody of [guest, undefined])
    expect(
      ['2001:db8::1', '2001:db8::2', '::ffff:1.2.3.4'].map((at) => whoseWork(nobody, at)),
    ).toEqual(['2001:db8:0:0', '2001:db8:0:0', '1.2.3.4']);
});
