import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts secrets that are stored, with a key derived from the secret of the sessions. */
export interface SecretBox {
  close(secret: string): string;
  /** The secret, or null when no key that is known closed it. */
  open(closed: string): string | null;
  /** True if an earlier key than the newest closed it. */
  isOfEarlier(closed: string): boolean;
}

const algorithm = 'aes-256-gcm';

/** Closes with the first secret, and opens what any of them closed, so that they can be rotated. */
export function createSecretBox(secrets: readonly [string, ...string[]]): SecretBox {
  const keyOf = (secret: string) =>
    Buffer.from(hkdfSync('sha256', secret, '', 'second factors', 32));
  const keys = secrets.map(keyOf);
  const newest = keyOf(secrets[0]);
  return {
    close(secret) {
      const iv = randomBytes(12);
      const cipher = createCipheriv(algorithm, newest, iv);
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64');
    },
    open(closed) {
      for (const key of keys) {
        const secret = openedWith(key, closed);
        if (secret !== null) return secret;
      }
      return null;
    },
    isOfEarlier: (closed) => openedWith(newest, closed) === null,
  };
}

/** Null when another key closed it, or it is cut off. */
function openedWith(key: Buffer, closed: string): string | null {
  const bytes = Buffer.from(closed, 'base64');
  try {
    const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, 12), { authTagLength: 16 });
    decipher.setAuthTag(bytes.subarray(12, 28));
    return decipher.update(bytes.subarray(28), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return null;
  }
}
