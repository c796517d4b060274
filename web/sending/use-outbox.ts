import { useEffect, useState } from 'react';
import { listen, type Outbox, readOutbox } from './outbox.ts';

const nothing: Outbox = { records: [], unknown: [] };

interface Read {
  userId: string;
  outbox: Outbox;
}

let ahead: Read | null = null;

/** Reads what waits for a user before anything is drawn that shows it. */
export async function readAhead(userId: string): Promise<void> {
  const outbox = await readOutbox(userId);
  ahead = outbox && { userId, outbox };
}

/** The waiting records of a user, as they change in any tab; empty while they are read. */
export function useOutbox(userId: string | null): Outbox {
  const [last, setLast] = useState(ahead);
  useEffect(() => {
    if (userId === null) return undefined;
    let over = false;
    const read = async () => {
      const now = await readOutbox(userId);
      ahead = null;
      if (!over && now) setLast({ userId, outbox: now });
    };
    const stop = listen(userId, ({ is }) => {
      if (is === 'changed') void read();
    });
    void read();
    return () => {
      over = true;
      stop();
    };
  }, [userId]);
  return last?.userId === userId ? last.outbox : nothing;
}
