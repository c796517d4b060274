import { certifyDevice } from '#contract/modules/field-work/devices.ts';
import { keyIdOf, signedAddress, signedText, type TicketClaim } from '#contract/signed-tickets.ts';
import type { Client } from './client.ts';

/** A phone's key, as a browser makes it. */
export interface Phone {
  readonly id: string;
  /** In base64url. */
  readonly key: string;
  /** The address in the QR code of a ticket that it signs. */
  readonly sign: (claim?: Partial<TicketClaim>) => Promise<string>;
  /** The signature over a text, in base64url. */
  readonly signText: (text: string) => Promise<string>;
}

export const publicUrl = 'https://traffic.example';

/** A ticket of Kaduna, made just now. */
export const aTicketOfKaduna = {
  code: 'ABCDEFGH0123456789',
  organisation: 'Kaduna',
  plate: 'ABC123XY',
  price: 12_000,
} as const;

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const;

export async function aPhone(): Promise<Phone> {
  const pair = await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify']);
  const point = await crypto.subtle.exportKey('raw', pair.publicKey);
  const id = keyIdOf(new Uint8Array(await crypto.subtle.digest('SHA-256', point)));
  const signatureOf = async (text: string) => {
    const hash = { name: 'ECDSA', hash: 'SHA-256' };
    const signed = new TextEncoder().encode(text);
    return new Uint8Array(await crypto.subtle.sign(hash, pair.privateKey, signed));
  };
  return {
    id,
    key: Buffer.from(point).toString('base64url'),
    sign: async (changes = {}) => {
      const claim = { ...aTicketOfKaduna, madeAt: new Date(), signer: id, ...changes };
      return signedAddress(publicUrl, claim, await signatureOf(signedText(claim)));
    },
    signText: async (text) => Buffer.from(await signatureOf(text)).toString('base64url'),
  };
}

/** A phone whose key was certified for the caller. */
export async function aCertifiedPhone(client: Client): Promise<Phone> {
  const phone = await aPhone();
  await client.ok(certifyDevice, { body: { key: phone.key } });
  return phone;
}
