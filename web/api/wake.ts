import { wakePath } from '#contract/wake.ts';
import { storageKeys } from '#web/device/storage-keys.ts';

interface Awake {
  /** True if the installation has no account yet. */
  isEmpty: boolean;
}

/**
 * Wakes the server, as the contract's `wake` does, and takes the flag of waking away; rejects unless it
 * answers. The sign-in page has no schemas yet, which `call` needs.
 */
export async function wakeServer(signal: AbortSignal): Promise<Awake> {
  const token = localStorage.getItem(storageKeys.token) ?? '';
  const headers = {
    accept: 'application/json',
    ...(token !== '' && { authorization: `Bearer ${token}` }),
  };
  const answer = await fetch(wakePath, { headers, cache: 'no-store', signal });
  if (!answer.ok) throw new Error('The server is not awake.');
  localStorage.removeItem(storageKeys.wake);
  const said: unknown = await answer.json();
  return {
    isEmpty: typeof said === 'object' && said !== null && 'data' in said && said.data === 'empty',
  };
}
