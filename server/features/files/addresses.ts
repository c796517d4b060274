import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Milliseconds. */
export const hour = 3_600_000;

export interface FileAddresses {
  /**
   * The address under which a file can be fetched for about `lifetime` from now, in milliseconds
   * (an hour unless told), and up to half as long again. It stays the same for a while, so that
   * browsers can use their cache.
   */
  of(id: string, lifetime?: number): string;
  /** True if an address is one of ours and still good at `now`; `expires` is in seconds (UTC). */
  holds(id: string, expires: string, signature: string, now?: number): boolean;
}

/**
 * Addresses signed with a key of their own, which the first secret of the sessions gives. Those of
 * the other secrets hold too, so that secrets can be rotated.
 */
export function createFileAddresses(secrets: readonly [string, ...string[]]): FileAddresses {
  const keyOf = (secret: string) =>
    Buffer.from(hkdfSync('sha256', secret, '', 'addresses of files', 32));
  const newest = keyOf(secrets[0]);
  const keys = secrets.map(keyOf);
  const sign = (id: string, expires: string, key = newest): string =>
    createHmac('sha256', key).update(`${id}\n${expires}`).digest('base64url');
  return {
    of(id, lifetime = hour) {
      const step = lifetime / 2;
      const expires = String((Math.floor(Date.now() / step) + 3) * (step / 1_000));
      return `/files/${id}?expires=${expires}&signature=${sign(id, expires)}`;
    },
    holds(id, expires, signature, now = Date.now()) {
      if (!/^\d{1,12}$/.test(expires) || Number(expires) * 1_000 <= now) return false;
      const given = Buffer.from(signature);
      return keys.some((key) => {
        const expected = Buffer.from(sign(id, expires, key));
        return expected.length === given.length && timingSafeEqual(expected, given);
      });
    },
  };
}
