import { z } from 'zod';
import { keyIdOf, signedAddress, signedText, type TicketClaim } from '#contract/signed-tickets.ts';
import { readFromDevice, removeFromDevice, saveOnDevice } from '../device-store.ts';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const signature = { name: 'ECDSA', hash: 'SHA-256' } as const;

const storeKey = 'device key';

/** The key with which this device signs tickets for one user. Nobody can read it out. */
const keptSchema = z.object({
  version: z.literal(1),
  id: z.string(),
  /** In base64url. */
  publicKey: z.string(),
  privateKey: z.custom<CryptoKey>((value) => typeof value === 'object' && value !== null),
  /** The authority's answer about the key; null before the first. */
  certified: z.object({ validUntil: z.number(), publicUrl: z.string() }).nullable(),
});
export type DeviceKey = z.infer<typeof keptSchema>;

const lockOf = (userId: string) => `hanya ${storeKey} ${userId}`;

/** The key of this user on this device; null where there is none. */
const keptDeviceKey = (userId: string): Promise<DeviceKey | null> =>
  readFromDevice(userId, storeKey, keptSchema);

/**
 * The same, made where there is none: one for all tabs. Null in a browser that keeps none, such as
 * without HTTPS.
 */
export async function deviceKeyOf(userId: string): Promise<DeviceKey | null> {
  // Neither is there in an insecure context, whatever the types say.
  const { locks } = navigator as Partial<Navigator>;
  const { subtle } = crypto as Partial<Crypto>;
  if (!subtle || !locks) return null;
  return locks.request(lockOf(userId), async () => {
    const kept = await keptDeviceKey(userId);
    if (kept) return kept;
    const made = await makeKey(subtle);
    return (await saveOnDevice(userId, storeKey, made)) ? made : null;
  });
}

async function makeKey(subtle: SubtleCrypto): Promise<DeviceKey> {
  const { publicKey, privateKey } = await subtle.generateKey(algorithm, false, ['sign', 'verify']);
  const point = await subtle.exportKey('raw', publicKey);
  return {
    version: 1,
    id: keyIdOf(new Uint8Array(await subtle.digest('SHA-256', point))),
    publicKey: inBase64Url(new Uint8Array(point)),
    privateKey,
    certified: null,
  };
}

/** Keeps that the authority has certified the key; times are milliseconds, UTC. */
export async function noteCertified(
  userId: string,
  key: DeviceKey,
  certified: DeviceKey['certified'],
): Promise<void> {
  await saveOnDevice(userId, storeKey, { ...key, certified });
}

/** Forgets a key that signs no more, so that the next one is another. */
export const forgetDeviceKey = (userId: string): Promise<void> =>
  removeFromDevice(userId, storeKey);

/** The same for a key that nobody needs any more, which is asked while no other one is made. */
export async function forgetUnneededKey(
  userId: string,
  isNeeded: () => Promise<boolean>,
): Promise<void> {
  const { locks } = navigator as Partial<Navigator>;
  await locks?.request(lockOf(userId), async () => {
    if (!(await isNeeded())) await forgetDeviceKey(userId);
  });
}

/**
 * The signed address for the QR code of a ticket that this device has just made. Without a
 * certificate in force it is the plain address of the ticket's public page.
 */
export async function ticketAddress(
  userId: string,
  ticket: Omit<TicketClaim, 'signer'>,
): Promise<string> {
  const key = await keptDeviceKey(userId);
  const plain = `${key?.certified?.publicUrl ?? window.location.origin}/t/${ticket.code}`;
  if (!key?.certified || key.certified.validUntil <= ticket.madeAt.getTime()) return plain;
  const claim = { ...ticket, signer: key.id };
  const bytes = new TextEncoder().encode(signedText(claim));
  try {
    const made = await crypto.subtle.sign(signature, key.privateKey, bytes);
    return signedAddress(key.certified.publicUrl, claim, new Uint8Array(made));
  } catch {
    // A ticket without a signature is a ticket all the same.
    return plain;
  }
}

/** True if a public key (a P-256 point in base64url) has signed these bytes. */
export async function hasSigned(
  publicKey: string,
  made: BufferSource,
  bytes: BufferSource,
): Promise<boolean> {
  try {
    const key = await crypto.subtle.importKey('raw', fromBase64Url(publicKey), algorithm, false, [
      'verify',
    ]);
    return await crypto.subtle.verify(signature, key, made, bytes);
  } catch {
    return false;
  }
}

const inBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

export const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) =>
    sign.charCodeAt(0),
  );
