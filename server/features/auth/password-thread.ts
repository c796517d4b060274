import { hashSync, verifySync } from '@node-rs/argon2';

// argon2id, the package's default.
const strength = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** One device sends `é` as one character, another as two: both are the same password. */
export const hashed = (password: string): string => hashSync(password.normalize('NFKC'), strength);

/** Passwords from before that rule were hashed as some device sent them. */
const asSent = (password: string): Set<string> =>
  new Set([
    password.normalize('NFKC'),
    password,
    password.normalize('NFC'),
    password.normalize('NFD'),
  ]);

export const fits = ({ hash, password }: { hash: string; password: string }): boolean =>
  [...asSent(password)].some((sent) => verifySync(hash, sent));
