import { closeDatabase, databaseOf } from './device-store.ts';
import { within } from './within.ts';

/** In milliseconds. */
const longestRead = 20_000;

/** Entries that are stored and removed together. */
export interface DeviceChange {
  put?: readonly (readonly [key: string, value: unknown])[];
  remove?: readonly string[];
}

/** `full`: this device has no room for it; `refused`: the browser stores nothing. */
export type DeviceWrite = 'done' | 'full' | 'refused';

/**
 * Stores and removes all of a change or nothing of it, and resolves once it is on the disk. The
 * change follows from what is stored under `key`, undefined where nothing is; null changes nothing.
 */
export async function changeOnDevice(
  userId: string,
  key: string,
  change: (stored: unknown) => DeviceChange | null,
): Promise<DeviceWrite> {
  try {
    const database = await databaseOf(userId);
    const transaction = database.transaction('kept', 'readwrite', { durability: 'strict' });
    const written = (async () => {
      const { put = [], remove = [] } = change(await transaction.store.get(key)) ?? {};
      const { store } = transaction;
      // The transaction tells of whatever fails.
      for (const [name, value] of put) store.put(value, name).catch(() => undefined);
      for (const name of remove) store.delete(name).catch(() => undefined);
    })().catch((error: unknown) => {
      // Without this, what was put before it failed would stay.
      abort(transaction);
      throw error;
    });
    await Promise.all([written, transaction.done]);
    return 'done';
  } catch (error) {
    return nameOf(error) === 'QuotaExceededError' ? 'full' : refusedBy(userId, error);
  }
}

/** Everything on this device, for this user, whose key starts with `prefix`; null if it can't be read. */
export async function readAllOnDevice(
  userId: string,
  prefix: string,
): Promise<ReadonlyMap<string, unknown> | null> {
  try {
    return await within(longestRead, readAll(userId, prefix));
  } catch (error) {
    refusedBy(userId, error);
    return null;
  }
}

async function readAll(userId: string, prefix: string): Promise<ReadonlyMap<string, unknown>> {
  const database = await databaseOf(userId);
  const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
  const { store } = database.transaction('kept');
  const [keys, values] = await Promise.all([store.getAllKeys(range), store.getAll(range)]);
  return new Map(keys.map((key, index) => [key, values[index]]));
}

function abort(transaction: { abort: () => void }): void {
  try {
    transaction.abort();
  } catch {
    // The transaction has failed by itself.
  }
}

/** Not every browser's DOMException is an Error. */
const nameOf = (error: unknown) =>
  error instanceof Error || error instanceof DOMException ? error.name : '';

function refusedBy(userId: string, error: unknown): 'refused' {
  if (['InvalidStateError', 'TimeoutError'].includes(nameOf(error))) closeDatabase(userId);
  return 'refused';
}
