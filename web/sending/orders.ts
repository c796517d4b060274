import type { DeviceWrite } from '#web/device/device-changes.ts';
import { changeRecord, readOutbox, storeRecord, tell } from './outbox.ts';
import { newWaitingRecord, type WaitingFile, type WaitingRecord } from './waiting-record.ts';

/** Has one record sent at once, also if it was refused; without an id all that wait for an answer. */
export async function sendNow(userId: string, id: string | null = null): Promise<void> {
  if (id !== null) await changeRecord(userId, id, asUntried);
  tell(userId, { is: 'send now', id });
}

function asUntried(record: WaitingRecord): WaitingRecord {
  const files = record.files.map((file) =>
    file.state === 'refused'
      ? { ...file, state: file.replaces === null ? ('waiting' as const) : ('replacing' as const) }
      : file,
  );
  return { ...record, files, problem: record.problem === 'refused' ? null : record.problem };
}

/**
 * Takes a record out: it stays on the device until the server has been told why. If its words were
 * received, the files still to come are given up.
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

/** A collision of whose files one is replaced, as its officer knows it. */
type Replaced = Pick<WaitingRecord, '_id' | 'body' | 'label'>;

/**
 * Has another file sent in the place of one that the server refused. It waits on the device like
 * any other, even without its record there. Rejects where the file can't be read any more.
 */
export async function replaceFile(
  userId: string,
  record: Replaced,
  { id, field }: Pick<WaitingFile, 'id' | 'field'>,
  content: File,
): Promise<DeviceWrite> {
  const { announce } = await import('./files/announce.ts');
  const announced = await announce({ name: field, file: content });
  const file: WaitingFile = { ...announced.file, state: 'replacing', replaces: id };
  const contents = new Map([[file.id, content]]);
  const waits = (await readOutbox(userId))?.records.some(({ _id }) => _id === record._id);
  const written =
    waits === true
      ? await changeRecord(
          userId,
          record._id,
          (before) => ({
            ...before,
            files: [...before.files.map((one) => (one.id === id ? replaced(one) : one)), file],
          }),
          contents,
        )
      : await storeRecord(userId, received(record, file), contents);
  if (written === 'done') tell(userId, { is: 'send now', id: record._id });
  return written;
}

const replaced = (file: WaitingFile): WaitingFile => ({
  ...file,
  state: 'done',
  answer: null,
  reason: 'Another file took its place.',
});

/** A record of which the server has everything but this file. */
const received = (record: Replaced, file: WaitingFile): WaitingRecord => ({
  ...newWaitingRecord({ ...record, kind: 'collision', toldPrice: null }, [file], Date.now()),
  stage: 'files',
});

const notComing = (file: WaitingFile, reason: string): WaitingFile =>
  file.state === 'done' ? file : { ...file, state: 'not coming', reason, answer: null };
