import { hashSync, verifySync } from '@node-rs/argon2';

// argon2id, the package's default.
const strength = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashed = (password: string): string => hashSync(password, strength);

export const fits = ({ hash, password }: { hash: string; password: string }): boolean =>
  verifySync(hash, password);
