import { createHmac, timingSafeEqual } from 'node:crypto';

export const signatureHeader = 'x-api-signature';

/**
 * PayKaduna's request signature: Base64 of HMAC-SHA256 with the API key. It covers the exact bytes
 * of a POST's body, or a GET's path and query (`/api/ESBills/GetBill?billreference=123`).
 */
export function signPayKaduna(apiKey: string, signed: Uint8Array | string): string {
  return createHmac('sha256', apiKey).update(signed).digest('base64');
}

/** True if `signature` is the right one, compared in constant time. */
export function isSignedPayKaduna(
  apiKey: string,
  signed: Uint8Array | string,
  signature: string,
): boolean {
  const expected = Buffer.from(signPayKaduna(apiKey, signed));
  const received = Buffer.from(signature);
  return expected.length === received.length && timingSafeEqual(expected, received);
}
