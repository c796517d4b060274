import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** The signature of a notice, with PayKaduna as with Paystack: hex of HMAC-SHA512 over the raw body. */
export function signNotice(key: string, body: Uint8Array): string {
  return createHmac('sha512', key).update(body).digest('hex');
}

/** True if one of `keys` signed the body; each comparison takes the same time, right or wrong. */
export function isSignedNotice(
  keys: readonly string[],
  body: Uint8Array,
  signature: string | string[] | undefined,
): boolean {
  if (typeof signature !== 'string') return false;
  const received = Buffer.from(signature.toLowerCase());
  let isRight = false;
  for (const key of keys) {
    const expected = Buffer.from(signNotice(key, body));
    if (expected.length === received.length && timingSafeEqual(expected, received)) isRight = true;
  }
  return isRight;
}

/** Tells one notice from another where the gateway gives it no id: the same bytes are the same notice. */
export function bodyEvent(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('hex');
}

/** The content of a notice's body; undefined when it isn't JSON. */
export function noticeJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
