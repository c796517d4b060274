import { z } from 'zod';
import { type Copy, storeKey } from '../copies.ts';
import { readFromDevice, saveOnDevice } from '../device-store.ts';
import { storageKeys } from '../storage-keys.ts';

// A copy with personal data is stored encrypted. The session's token gives its key, which is stored
// nowhere. A logout in another tab, or a session ended elsewhere, takes the token away, and the key
// with it.

/** A copy of another version counts as none: raise it when the way of sealing changes. */
const version = 1;

const sealedSchema = z.object({
  version: z.literal(version),
  salt: z.instanceof(Uint8Array),
  nonce: z.instanceof(Uint8Array),
  sealed: z.instanceof(Uint8Array),
});

const encoder = new TextEncoder();

/** Browsers have no cryptography on pages without HTTPS: then nothing is kept. */
const canSeal = (): boolean => 'subtle' in crypto;

async function keyOf(token: string, salt: Uint8Array<ArrayBuffer>, about: string) {
  const secret = await crypto.subtle.importKey('raw', encoder.encode(token), 'HKDF', false, [
    'deriveKey',
  ]);
  const derived = { name: 'HKDF', hash: 'SHA-256', salt, info: encoder.encode(about) };
  return crypto.subtle.deriveKey(derived, secret, { name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ]);
}

/** Binds the key to one copy: moved to another name or user, it can't be read. */
const aboutOf = (userId: string, name: string) => `Hanya, copy of ${name} for ${userId}`;

/**
 * Keeps a value for the user, readable until their session ends. Resolves to whether it is kept: not
 * without a session, or where the browser can't encrypt or has no room.
 */
export async function keepSealed(userId: string, name: string, value: unknown): Promise<boolean> {
  const token = localStorage.getItem(storageKeys.token);
  if (token === null || !canSeal()) return false;
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const nonce = crypto.getRandomValues(new Uint8Array(12));
  const key = await keyOf(token, salt, aboutOf(userId, name));
  const text = encoder.encode(JSON.stringify({ readAt: Date.now(), value }));
  const sealed = new Uint8Array(
    await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce }, key, text),
  );
  // The session may have ended meanwhile.
  if (localStorage.getItem(storageKeys.token) !== token) return false;
  return saveOnDevice(userId, storeKey(name), { version, salt, nonce, sealed });
}

/** The copy that is kept for the user; null without one that this session can read. */
export async function readSealed<Value>(
  userId: string,
  name: string,
  value: z.ZodType<Value>,
): Promise<Copy<Value> | null> {
  const token = localStorage.getItem(storageKeys.token);
  if (token === null || !canSeal()) return null;
  const kept = await readFromDevice(userId, storeKey(name), sealedSchema);
  if (kept === null) return null;
  try {
    const key = await keyOf(token, new Uint8Array(kept.salt), aboutOf(userId, name));
    const iv = new Uint8Array(kept.nonce);
    const text = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv },
      key,
      new Uint8Array(kept.sealed),
    );
    const read: unknown = JSON.parse(new TextDecoder().decode(text));
    return z.object({ readAt: z.number(), value }).safeParse(read).data ?? null;
  } catch {
    // An earlier session has written it.
    return null;
  }
}
