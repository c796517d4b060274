import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { isSignedPayKaduna, signPayKaduna } from '#server/gateways/paykaduna-signature.ts';

const key = 'a-key';

describe('a request signature', () => {
  test.each(['/api/ESBills/GetBill?billreference=123', '{"name":"Ƙ₦","amount":12000.5}', ''])(
    'is Base64 of HMAC-SHA256 over the exact bytes of %j',
    (signed) => {
      const mac = createHmac('sha256', Buffer.from(key, 'utf8'));
      mac.update(Buffer.from(signed, 'utf8'));
      expect(signPayKaduna(key, signed)).toBe(mac.digest().toString('base64'));
      expect(signPayKaduna(key, Buffer.from(signed))).toBe(signPayKaduna(key, signed));
    },
  );

  test('agrees with a vector computed by OpenSSL', () => {
    expect(signPayKaduna(key, '/api/ESBills/GetBill?billreference=123')).toBe(
      '28YRG+HrwyvdcO7yUaIb/xeGKc8RFM39I0N8edL3Sz0=',
    );
  });

  test('is right only for its own key, bytes and whole text', () => {
    const right = signPayKaduna(key, 'bytes');
    expect(isSignedPayKaduna(key, 'bytes', right)).toBe(true);
    expect(isSignedPayKaduna('b-key', 'bytes', right)).toBe(false);
    expect(isSignedPayKaduna(key, 'bytes ', right)).toBe(false);
    expect(isSignedPayKaduna(key, 'bytes', right.slice(1))).toBe(false);
    expect(isSignedPayKaduna(key, 'bytes', '')).toBe(false);
  });
});
