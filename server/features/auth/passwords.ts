import { hash, verify } from '@node-rs/argon2';

// argon2id, the package's default.
const strength = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, strength);

// Verified when no account has the address, so that the time an answer takes gives nothing away.
const nobody = await hashPassword('nobody has this password');

export async function passwordFits(
  passwordHash: string | undefined,
  password: string,
): Promise<boolean> {
  const fits = await verify(passwordHash ?? nobody, password);
  return fits && passwordHash !== undefined;
}
