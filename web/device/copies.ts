import { z } from 'zod';
import { createStore } from './create-store.ts';
import { readFromDevice, removeFromDevice, saveOnDevice } from './device-store.ts';
import { lastUser } from './last-user.ts';

/** An answer of the server that the device keeps. */
export interface Copy<Value> {
  value: Value;
  /** The time of the answer, by the clock of the device: milliseconds, UTC. */
  readAt: number;
}

/** A copy of another version counts as none: raise it when the shape of a copy changes. */
const version = 1;

export const storeKey = (name: string): string => `copy ${name}`;

/**
 * The copies that say something of people. They go with the session; drafts and what waits to be sent
 * stay.
 */
export const personalCopies = {
  profile: 'profile',
  knownPlates: 'known plates',
  ownBookings: 'own bookings',
} as const;

/** Keeps what the server has just said, for whoever is signed in. */
export async function keepCopy(name: string, value: unknown): Promise<void> {
  const userId = lastUser();
  if (userId === null) return;
  await saveOnDevice(userId, storeKey(name), { version, readAt: Date.now(), value });
}

/** The copy that the device keeps for whoever is signed in; null without one that can be read. */
export async function readCopy<Value>(
  name: string,
  value: z.ZodType<Value>,
): Promise<Copy<Value> | null> {
  const userId = lastUser();
  if (userId === null) return null;
  const schema = z.object({ version: z.literal(version), readAt: z.number(), value });
  return readFromDevice(userId, storeKey(name), schema);
}

export async function dropPersonalCopies(userId: string): Promise<void> {
  for (const name of Object.values(personalCopies)) await removeFromDevice(userId, storeKey(name));
}

const shown = createStore<number | null>(null);

/** Notes from when the copy is that a screen shows; null once the server has said it anew. */
export const noteShownCopy = shown.set;

/** From when the copy is that is shown (milliseconds, UTC); null where none is. */
export const useShownCopy = shown.use;
