import { z } from 'zod';
import { offlineRecords } from '#contract/records.ts';
import { noteKept } from '#web/api/unsent.ts';
import {
  changeOnDevice,
  type DeviceChange,
  type DeviceWrite,
  readAllOnDevice,
} from '#web/device/device-changes.ts';
import { readFromDevice } from '#web/device/device-store.ts';
import { withLock } from '#web/device/locks.ts';
import {
  isDone,
  readWaitingRecord,
  type UnknownRecord,
  type WaitingRecord,
} from './waiting-record.ts';

/** The records that wait on the device for one user, the oldest first. */
export interface Outbox {
  records: readonly WaitingRecord[];
  /** Those of another version of the product. */
  unknown: readonly UnknownRecord[];
}

const recordPrefix = 'waiting ';
const recordKey = (id: string) => recordPrefix + id;
const fileKey = (id: string) => `content ${id}`;

/** The names under which a record and its files lie on the device. */
export const keysOf = ({ _id, files }: WaitingRecord): string[] => [
  recordKey(_id),
  ...files.map(({ id }) => fileKey(id)),
];

/**
 * Stores a record with all its files, or nothing, and resolves once it is on the disk. The entries
 * named in `moved`, such as its draft, go in the same step.
 */
export async function storeRecord(
  userId: string,
  record: WaitingRecord,
  contents: ReadonlyMap<string, Blob>,
  moved: readonly string[] = [],
): Promise<DeviceWrite> {
  const files = [...contents].map(([id, content]) => [fileKey(id), content] as const);
  const key = recordKey(record._id);
  const written = await changeOnDevice(userId, key, () => ({
    put: [[key, record], ...files],
    remove: moved.filter((name) => name !== key),
  }));
  tell(userId, { is: 'changed' });
  return written;
}

/** Removes what lies under these names, in one step: the server has it without its having waited here. */
export async function removeStored(userId: string, id: string, names: readonly string[]) {
  await changeOnDevice(userId, recordKey(id), () => ({ put: [], remove: names }));
  tell(userId, { is: 'changed' });
}

/** Reads what waits; null when this browser can't be read just now. */
export async function readOutbox(userId: string): Promise<Outbox | null> {
  const stored = await readAllOnDevice(userId, recordPrefix);
  if (stored === null) return null;
  const records: WaitingRecord[] = [];
  const unknown: UnknownRecord[] = [];
  for (const [key, value] of stored) {
    const record = readWaitingRecord(value);
    if (record) records.push(record);
    else unknown.push({ _id: key.slice(recordPrefix.length), stored: value });
  }
  return { records, unknown };
}

/** The bytes of a file that waits; null when they are not on the device. */
export const readContent = (userId: string, fileId: string): Promise<Blob | null> =>
  readFromDevice(userId, fileKey(fileId), z.instanceof(Blob));

/**
 * Changes a waiting record in one step with the changes of others; `change` gets its present state.
 * Files that the server has lose their bytes, and a complete record goes. `contents` are the bytes
 * of files that the change adds.
 */
export async function changeRecord(
  userId: string,
  id: string,
  change: (record: WaitingRecord) => WaitingRecord | 'gone',
  contents: ReadonlyMap<string, Blob> = new Map(),
): Promise<DeviceWrite> {
  const written = await changeOnDevice(userId, recordKey(id), (stored): DeviceChange | null => {
    const before = readWaitingRecord(stored);
    if (before === null) return null;
    const after = change(before);
    const kept = after === 'gone' || isDone(after) ? null : after;
    const needed = new Set(
      kept?.files.filter(({ state }) => state !== 'done').map((file) => fileKey(file.id)),
    );
    const had = before.files.map((file) => fileKey(file.id));
    return {
      put: kept
        ? [
            [recordKey(id), kept],
            ...[...contents].map(([file, content]) => [fileKey(file), content] as const),
          ]
        : [],
      remove: [...(kept ? [] : [recordKey(id)]), ...had.filter((key) => !needed.has(key))],
    };
  });
  tell(userId, { is: 'changed' });
  return written;
}

/** A form that holds a record is waited for so many milliseconds. */
const maxHoldMs = 75_000;

/** Does something with a record while no other tab sends or changes it. */
export const withRecord = <Result>(
  userId: string,
  id: string,
  work: () => Promise<Result>,
): Promise<Result> => withLock(`hanya record ${userId} ${id}`, maxHoldMs, work);

/** A record that waited, and is received by now. */
const receivedSchema = z.object({
  is: z.literal('received'),
  id: z.string(),
  kind: z.enum(offlineRecords),
  label: z.string(),
});
export type Received = z.infer<typeof receivedSchema>;

/**
 * Messages between tabs: the outbox changed, a form got no answer, somebody wants it sent now, or
 * the server has all of a record.
 */
export type Told =
  | { is: 'changed' }
  | { is: 'no answer' }
  | { is: 'send now'; id: string | null }
  | Received;

type Listener = (userId: string, told: Told) => void;
const listeners = new Set<Listener>();
const toldSchema = z.discriminatedUnion('is', [
  z.object({ is: z.literal('changed') }),
  z.object({ is: z.literal('no answer') }),
  z.object({ is: z.literal('send now'), id: z.string().nullable() }),
  receivedSchema,
]);
const messageSchema = z.object({ userId: z.string(), told: toldSchema });
let channel: BroadcastChannel | undefined;

/** Tells this tab and the others. */
export function tell(userId: string, told: Told): void {
  open().postMessage({ userId, told });
  for (const listener of listeners) listener(userId, told);
}

/** Hears of what happens to the outbox of a user, until the returned function is called. */
export function listen(userId: string, hear: (told: Told) => void): () => void {
  const listener: Listener = (owner, told) => {
    if (owner === userId) hear(told);
  };
  open();
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    channel?.close();
    channel = undefined;
  };
}

function open(): BroadcastChannel {
  if (channel) return channel;
  channel = new BroadcastChannel('hanya outbox');
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const message = messageSchema.safeParse(data).data;
    if (message) for (const listener of listeners) listener(message.userId, message.told);
  });
  return channel;
}

let counting = 0;

/** Counts the records on the device as unsent, until the returned function is called. */
export function countOutbox(userId: string): () => void {
  let over = false;
  counting += 1;
  const count = async () => {
    const outbox = await readOutbox(userId);
    if (!over && outbox) noteKept(outbox.records.length + outbox.unknown.length);
  };
  const stop = listen(userId, ({ is }) => {
    if (is === 'changed') void count();
  });
  void count();
  return () => {
    over = true;
    stop();
    counting -= 1;
    // Another screen may begin to count at once: the number stays until then.
    setTimeout(() => {
      if (counting === 0) noteKept(0);
    });
  };
}
