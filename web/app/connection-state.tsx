import { useConnection } from '#web/lib/connection.ts';
import { useWaiting } from '#web/lib/waiting.ts';
import { ConnectionPill } from '#web/ui/connection-pill.tsx';

/** The pill of the header: what is unsent comes first, then whether the server is heard. */
export function ConnectionState() {
  const { online } = useConnection();
  const waiting = useWaiting();
  const state = waiting > 0 ? 'waiting' : online ? 'online' : 'offline';
  return <ConnectionPill state={state} waiting={waiting} />;
}
