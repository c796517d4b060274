import { useEffect, useState } from 'react';
import { listen, type Outbox, readOutbox } from './outbox.ts';

const nothing: Outbox = { records: [], unknown: [] };

/** What waits on this device for a user, as it changes in any tab; empty while it is being read. */
export function useOutbox(userId: string | null): Outbox {
  const [outbox, setOutbox] = useState(nothing);
  useEffect(() => {
    if (userId === null) return undefined;
    let over = false;
    const read = async () => {
      const now = await readOutbox(userId);
      if (!over && now) setOutbox(now);
    };
    const stop = listen(userId, ({ is }) => {
      if (is === 'changed') void read();
    });
    void read();
    return () => {
      over = true;
      stop();
      setOutbox(nothing);
    };
  }, [userId]);
  return outbox;
}
