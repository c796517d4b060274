import { useEffect, useState } from 'react';
import { wake } from '#contract/auth.ts';
import { call } from '#web/api/call.ts';
import { storageKeys } from '#web/device/storage-keys.ts';

/** Without an answer for this long, the page says that the server is waking. Milliseconds. */
const patience = 1500;

export type Waking = 'asking' | 'slow' | 'up' | 'silent';

/** Wakes the server, and tells how far that is; a failure is ignored (`silent`). */
export function useWake(): Waking {
  const [waking, setWaking] = useState<Waking>('asking');
  useEffect(() => {
    const leaving = new AbortController();
    const slow = setTimeout(() => setWaking('slow'), patience);
    localStorage.setItem(storageKeys.wake, 'true');
    call(wake, { signal: leaving.signal })
      .then(() => {
        localStorage.removeItem(storageKeys.wake);
        setWaking('up');
      })
      .catch(() => {
        if (!leaving.signal.aborted) setWaking('silent');
      })
      .finally(() => clearTimeout(slow));
    return () => {
      clearTimeout(slow);
      leaving.abort();
    };
  }, []);
  return waking;
}
