import { createECDH, createHash, createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { SignJWT } from 'jose';
import { type Certificate, certificateAudience } from '#contract/modules/field-work/devices.ts';
import { keyIdOf, signedText, type TicketClaim } from '#contract/signed-tickets.ts';
import type { DerivedKeys } from '#server/process/derived-keys.ts';

type Named = Omit<Certificate, 'aud' | 'nbf' | 'exp'>;

/** With what the authority's server signs: certificates of devices, and the papers that it prints. */
export interface AuthorityKeys {
  /** The newest first: what an earlier one signed is still taken. */
  readonly known: readonly { readonly id: string; readonly key: string }[];
  certify(device: Named, from: Date, until: Date): Promise<string>;
  /** Signs what a paper of the server says of its ticket. */
  signTicket(claim: Omit<TicketClaim, 'signer'>): { claim: TicketClaim; signature: Buffer };
}

const curve = 'prime256v1';
/** The number of points of P-256, less one: a private key is from 1 up to it. */
const keys = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632550n;

/**
 * The keys that follow from the installation's secrets: all processes have the same, and they are
 * rotated together. The first one signs.
 */
export function createAuthorityKeys(keysFor: DerivedKeys): AuthorityKeys {
  // 64 bits more than a key needs, so that each is as likely as any other (FIPS 186-5, A.2.1).
  const [first, ...others] = keysFor('certificates of devices', 40);
  const [newest, ...earlier] = [keyOf(first), ...others.map(keyOf)];
  return {
    known: [newest, ...earlier].map(({ id, key }) => ({ id, key })),
    certify: ({ sub, ...claims }, from, until) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES256', kid: newest.id })
        .setAudience(certificateAudience)
        .setSubject(sub)
        .setNotBefore(seconds(from))
        .setExpirationTime(seconds(until))
        .sign(newest.privateKey),
    signTicket(ticket) {
      const claim = { ...ticket, signer: newest.id };
      const key = { key: newest.privateKey, dsaEncoding: 'ieee-p1363' } as const;
      return { claim, signature: sign('sha256', Buffer.from(signedText(claim)), key) };
    },
  };
}

const made = new WeakMap<DerivedKeys, AuthorityKeys>();

/** The keys of this installation, which are made once. */
export function authorityKeysOf({ keysFor }: { readonly keysFor: DerivedKeys }): AuthorityKeys {
  const keys = made.get(keysFor) ?? createAuthorityKeys(keysFor);
  made.set(keysFor, keys);
  return keys;
}

const seconds = (at: Date): number => Math.floor(at.getTime() / 1000);

interface AuthorityKey {
  readonly id: string;
  readonly key: string;
  readonly privateKey: KeyObject;
}

function keyOf(drawn: Buffer): AuthorityKey {
  const number = (BigInt(`0x${drawn.toString('hex')}`) % keys) + 1n;
  const d = Buffer.from(number.toString(16).padStart(64, '0'), 'hex');
  const pair = createECDH(curve);
  pair.setPrivateKey(d);
  const point = pair.getPublicKey();
  const [x, y] = [point.subarray(1, 33), point.subarray(33)];
  const jwk = { kty: 'EC', crv: 'P-256', x: text(x), y: text(y), d: text(d) };
  const privateKey = createPrivateKey({ key: jwk, format: 'jwk' });
  return { id: idOfKey(point), key: text(point), privateKey };
}

const text = (bytes: Buffer): string => bytes.toString('base64url');

/** The id of a public key, whose point is given in bytes. */
export const idOfKey = (point: Uint8Array): string =>
  keyIdOf(createHash('sha256').update(point).digest());
