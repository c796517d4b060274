import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { z } from 'zod';

interface Kept extends DBSchema {
  kept: { key: string; value: unknown };
}

/** Each user has a database of their own on the device; nobody else's session opens it. */
const opened = new Map<string, Promise<IDBPDatabase<Kept>>>();

function databaseOf(userId: string): Promise<IDBPDatabase<Kept>> {
  const known = opened.get(userId);
  if (known) return known;
  const asked = openDB<Kept>(`hanya ${userId}`, 1, {
    upgrade: (database) => void database.createObjectStore('kept'),
    terminated: () => opened.delete(userId),
  });
  asked.catch(() => opened.delete(userId));
  opened.set(userId, asked);
  return asked;
}

/**
 * What the user kept on this device under `key`; null when there is nothing, when it no longer has
 * the shape of `schema`, or when the browser keeps nothing.
 */
export async function readKept<T>(
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

/** Keeps a value (files too) for this user on this device. False when the browser refuses. */
export async function keep(userId: string, key: string, value: unknown): Promise<boolean> {
  try {
    const database = await databaseOf(userId);
    await database.put('kept', value, key);
    return true;
  } catch {
    return false;
  }
}

/** Drops what was kept under `key`. */
export async function forget(userId: string, key: string): Promise<void> {
  try {
    const database = await databaseOf(userId);
    await database.delete('kept', key);
  } catch {
    // Nothing was kept then.
  }
}

/** The keys of what the user kept on this device that begin with `prefix`. */
export async function keptKeys(userId: string, prefix: string): Promise<string[]> {
  try {
    const database = await databaseOf(userId);
    const keys = await database.getAllKeys('kept');
    return keys.filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}
