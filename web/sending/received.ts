import { createStore } from '#web/device/create-store.ts';
import { listen, type Received } from './outbox.ts';

const received = createStore<readonly Received[]>([]);

/** Keeps which of a user's records that waited have been received, until the returned function is called. */
export function keepReceived(userId: string, onReceived: (record: Received) => void): () => void {
  const stop = listen(userId, (told) => {
    if (told.is !== 'received') return;
    received.set([told, ...received.get().filter(({ id }) => id !== told.id)]);
    onReceived(told);
  });
  return () => {
    stop();
    received.set([]);
  };
}

export function putReceivedAway(id: string): void {
  received.set(received.get().filter((record) => record.id !== id));
}

/** Those that were received while this page is open and were not put away, the newest first. */
export const useReceived = received.use;
