import { wakePath } from '#contract/wake.ts';

/**
 * Wakes the server, as the contract's `wake` does, and rejects unless it answers. Resolves to the time
 * by the server's clock (milliseconds, UTC), or by the device's where the answer says none. The
 * sign-in page has no schemas yet, which `call` needs.
 */
export async function wakeServer(signal: AbortSignal): Promise<number> {
  const headers = { accept: 'application/json' };
  const answer = await fetch(wakePath, { headers, cache: 'no-store', signal });
  if (!answer.ok) throw new Error('The server is not awake.');
  const said = Date.parse(answer.headers.get('date') ?? '');
  return Number.isNaN(said) ? Date.now() : said;
}
