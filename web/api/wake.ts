import { wakePath } from '#contract/wake.ts';

/**
 * Wakes the server, as the contract's `wake` does, and rejects unless it answers. The sign-in page
 * has no schemas yet, which `call` needs.
 */
export async function wakeServer(signal: AbortSignal): Promise<void> {
  const headers = { accept: 'application/json' };
  const { ok } = await fetch(wakePath, { headers, cache: 'no-store', signal });
  if (!ok) throw new Error('The server is not awake.');
}
