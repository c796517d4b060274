import { useConnection } from '#web/api/connection.ts';
import { useWaiting } from '#web/api/waiting.ts';
import { ConnectionPill } from '#web/ui/shell/connection-pill.tsx';

/** The pill of the header: what is unsent comes first, then whether the server is heard. */
export function ConnectionState() {
  const { online } = useConnection();
  const waiting = useWaiting();
  const state = waiting > 0 ? 'waiting' : online ? 'online' : 'offline';
  return <ConnectionPill state={state} waiting={waiting} />;
}
