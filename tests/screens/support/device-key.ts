import { keyIdOf } from '#contract/signed-tickets.ts';
import { saveOnDevice } from '#web/device/device-store.ts';
import type { DeviceKey } from '#web/device/keys/device-key.ts';

/** Gives this device a key for a user that the authority has certified. */
export async function aCertifiedKey(userId: string): Promise<DeviceKey> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const;
  const pair = await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify']);
  const point = await crypto.subtle.exportKey('raw', pair.publicKey);
  const key: DeviceKey = {
    version: 1,
    id: keyIdOf(new Uint8Array(await crypto.subtle.digest('SHA-256', point))),
    publicKey: Buffer.from(point).toString('base64url'),
    privateKey: pair.privateKey,
    certified: { validUntil: Date.now() + 86_400_000, publicUrl: 'https://traffic.example' },
  };
  await saveOnDevice(userId, 'device key', key);
  return key;
}
