import cluster from 'node:cluster';
import { hash, verify } from '@node-rs/argon2';
import { boundedQueue } from '#server/http/bounded.ts';

// argon2id, the package's default.
const strength = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * A password takes a core for some thirty milliseconds: of several processes each takes on one at
 * once, and nobody waits for more than a second or two.
 */
export const hashing = boundedQueue({
  name: 'passwords',
  atOnce: cluster.isWorker ? 1 : 2,
  waiting: 40,
});

/** Throws `TooBusy` when too many passwords wait already. */
export const hashPassword = (password: string): Promise<string> =>
  hashing.run(() => hash(password, strength));

// Verified when no account has the address, so that the time an answer takes gives nothing away.
const nobody = await hashPassword('nobody has this password');

/** Throws `TooBusy` when too many passwords wait already. */
export async function passwordFits(
  passwordHash: string | undefined,
  password: string,
): Promise<boolean> {
  const fits = await hashing.run(() => verify(passwordHash ?? nobody, password));
  return fits && passwordHash !== undefined;
}
