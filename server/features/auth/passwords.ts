import cluster from 'node:cluster';
import { boundedQueue } from '#server/http/bounded.ts';
import { threads } from '#server/http/threads.ts';
import { fits, hashed } from './password-thread.ts';

/**
 * A password takes a core for some thirty milliseconds. Each of several processes takes on one at
 * once, and nobody waits for more than a second or two.
 */
const atOnce = cluster.isWorker ? 1 : 2;
export const hashing = boundedQueue({ name: 'passwords', atOnce, waiting: 40 });
const hashers = threads(new URL('./password-thread.ts', import.meta.url), {
  atOnce,
  givesWay: true,
});

/** Throws `TooBusy` when too many passwords wait already. */
export const hashPassword = (password: string): Promise<string> =>
  hashing.run(() => hashers.run(password, { name: hashed.name }) as Promise<string>);

// Verified when no account has the address, so that the time an answer takes gives nothing away.
const nobody = hashed('nobody has this password');

/** Throws `TooBusy` when too many passwords wait already. */
export async function passwordFits(
  passwordHash: string | undefined,
  password: string,
): Promise<boolean> {
  const asked = { hash: passwordHash ?? nobody, password };
  const doesFit = (await hashing.run(() => hashers.run(asked, { name: fits.name }))) as boolean;
  return doesFit && passwordHash !== undefined;
}
