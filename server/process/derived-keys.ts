import { hkdfSync } from 'node:crypto';

/**
 * Keys of so many bytes for one purpose, which follow from the installation's secrets. The first
 * follows from the secret that counts now, the others from those before it.
 */
export type DerivedKeys = (purpose: string, bytes: number) => readonly [Buffer, ...Buffer[]];

export function derivedKeys([newest, ...earlier]: readonly [string, ...string[]]): DerivedKeys {
  return (purpose, bytes) => {
    const keyOf = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', purpose, bytes));
    return [keyOf(newest), ...earlier.map(keyOf)];
  };
}
