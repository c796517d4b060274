import { changeRecord, tell } from './outbox.ts';
import type { WaitingFile, WaitingRecord } from './waiting-record.ts';

/** Has one record sent at once, also if it was refused; without an id all that wait for an answer. */
export async function sendNow(userId: string, id: string | null = null): Promise<void> {
  if (id !== null) await changeRecord(userId, id, asUntried);
  tell(userId, { is: 'send now', id });
}

function asUntried(record: WaitingRecord): WaitingRecord {
  const files = record.files.map((file) =>
    file.state === 'refused' ? { ...file, state: 'waiting' as const } : file,
  );
  return { ...record, files, problem: record.problem === 'refused' ? null : record.problem };
}

/**
 * Takes a record out: it stays on the device until the server has been told why. Of one whose words
 * were received, the files that are still to come are given up.
 */
export async function takeOut(userId: string, id: string, reason: string): Promise<void> {
  await changeRecord(userId, id, (record) =>
    record.stage === 'words'
      ? { ...record, takenOut: { reason, at: Date.now() }, problem: null, answer: null }
      : { ...record, files: record.files.map((file) => notComing(file, reason)) },
  );
  tell(userId, { is: 'send now', id });
}

/** Gives up one file of a record whose words were received. */
export async function giveUp(
  userId: string,
  id: string,
  fileId: string,
  reason: string,
): Promise<void> {
  await changeRecord(userId, id, (record) => ({
    ...record,
    files: record.files.map((file) => (file.id === fileId ? notComing(file, reason) : file)),
  }));
  tell(userId, { is: 'send now', id });
}

const notComing = (file: WaitingFile, reason: string): WaitingFile =>
  file.state === 'done' ? file : { ...file, state: 'not coming', reason, answer: null };
