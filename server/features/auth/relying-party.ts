import { isIP } from 'node:net';

/** Whom a passkey is made for, and the address of the pages on which it may be used. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/**
 * The relying party of the product's address. Browsers take names only: an IP address has none, and
 * this machine's is opened as `localhost` as well.
 */
export function relyingParty(publicUrl: string): RelyingParty | null {
  const url = new URL(publicUrl);
  const bare = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(bare) === 0) return { id: url.hostname, origin: url.origin };
  if (bare !== '::1' && !bare.startsWith('127.')) return null;
  return { id: 'localhost', origin: `${url.protocol}//localhost${url.port && `:${url.port}`}` };
}
