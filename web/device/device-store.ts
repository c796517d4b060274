import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { z } from 'zod';

interface Schema extends DBSchema {
  kept: { key: string; value: unknown };
}

/** Each user has a database of their own, which no other user's session opens. */
const opened = new Map<string, Promise<IDBPDatabase<Schema>>>();

/** Opens it, unless it is open; rejects when the browser stores nothing. */
export function databaseOf(userId: string): Promise<IDBPDatabase<Schema>> {
  const known = opened.get(userId);
  if (known) return known;
  const opening = openDB<Schema>(`hanya ${userId}`, 1, {
    upgrade: (database) => void database.createObjectStore('kept'),
    terminated: () => opened.delete(userId),
  });
  opening.catch(() => opened.delete(userId));
  opened.set(userId, opening);
  return opening;
}

/** The next call opens the database anew: a connection that broke would refuse for ever. */
export function closeDatabase(userId: string): void {
  opened.delete(userId);
}

/**
 * Reads the value that this device stores for the user under `key`. Null without one, for one that
 * doesn't fit `schema`, and where the browser stores nothing.
 */
export async function readFromDevice<T>(
  userId: string,
  key: string,
  schema: z.ZodType<T>,
): Promise<T | null> {
  try {
    const database = await databaseOf(userId);
    return schema.safeParse(await database.get('kept', key)).data ?? null;
  } catch {
    return null;
  }
}

/** Stores a value (also a file) for the user on this device. False when the browser refuses. */
export async function saveOnDevice(userId: string, key: string, value: unknown): Promise<boolean> {
  try {
    const database = await databaseOf(userId);
    await database.put('kept', value, key);
    return true;
  } catch {
    return false;
  }
}

export async function removeFromDevice(userId: string, key: string): Promise<void> {
  try {
    const database = await databaseOf(userId);
    await database.delete('kept', key);
  } catch {
    // The browser stores nothing, so there is nothing to remove.
  }
}

/** The keys on this device, for this user, that start with `prefix`. */
export async function deviceKeys(userId: string, prefix: string): Promise<string[]> {
  try {
    const database = await databaseOf(userId);
    const keys = await database.getAllKeys('kept');
    return keys.filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}
