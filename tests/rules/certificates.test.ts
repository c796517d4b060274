import { expect, test } from 'vitest';
import { z } from 'zod';
import { isAway } from '#server/db/availability.ts';
import { askGateway } from '#server/gateways/gateway-call.ts';

const refused = (code: string) => Object.assign(new Error('refused'), { code });

test.each([
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])('with %s a gateway got no request, and a database is away', async (code) => {
  const cause = refused(code);
  const send = () => Promise.reject(new TypeError('fetch failed', { cause }));
  expect(await askGateway(send, z.unknown())).toEqual({
    outcome: 'unknown',
    reason: `The payment gateway's certificate is not valid (${code}).`,
    maybeDone: false,
  });
  expect(isAway(cause)).toBe(true);
});

test('a connection that breaks later may have brought the request', async () => {
  const send = () =>
    Promise.reject(new TypeError('fetch failed', { cause: refused('ECONNRESET') }));
  expect(await askGateway(send, z.unknown())).toMatchObject({ maybeDone: true });
});
