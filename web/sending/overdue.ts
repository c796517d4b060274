import { connectionNow } from '#web/api/connection.ts';
import { noteBreakage } from '#web/device/breakages.ts';
import { readOutbox } from './outbox.ts';
import type { WaitingRecord } from './waiting-record.ts';

// Milliseconds.
const longestWait = 3_600_000;
const lookEvery = 10 * 60_000;

/** The records that should have been sent an hour ago; not those that wait for a person. */
export const overdueAt = (records: readonly WaitingRecord[], now: number): WaitingRecord[] =>
  records.filter(
    ({ madeAt, problem }) => problem === null && now - Date.parse(madeAt) > longestWait,
  );

/**
 * Reports records of a user that wait for longer than an hour, until the returned function is called.
 * The server must have answered ten minutes before too: a phone that comes back into the network has
 * yet to send them.
 */
export function watchOverdue(userId: string): () => void {
  let before: readonly string[] = [];
  const look = async () => {
    const records = connectionNow().answering ? (await readOutbox(userId))?.records : undefined;
    const overdue = overdueAt(records ?? [], Date.now());
    for (const { _id, stage } of overdue) if (before.includes(_id)) noteBreakage('waiting', stage);
    before = overdue.map(({ _id }) => _id);
  };
  const timer = setInterval(() => void look(), lookEvery);
  return () => clearInterval(timer);
}
