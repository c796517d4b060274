import { count } from '#web/format/money.ts';
import { useWaiting } from '#web/records/waiting/use-waiting.ts';

/** The number of decisions that wait for the signed-in person; nothing while there are none. */
export function WaitingCount() {
  const waiting = useWaiting().count;
  return waiting > 0 && <b>{count(waiting)}</b>;
}
