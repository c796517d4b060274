import { z } from 'zod';
import { personalCopies } from '#web/device/copies.ts';
import { keepSealed, readSealed } from '#web/device/keys/sealed-copies.ts';
import { withLock } from '#web/device/locks.ts';
import { readWaitingRecord, type WaitingRecord } from './waiting-record.ts';

const copyName = personalCopies.ownBookings;
/** A shift and its evening. */
const keptForMs = 24 * 3_600_000;
const mostKept = 200;
const maxHoldMs = 10_000;

/**
 * The bookings of the last 24 hours that were made on this device and that the server has, as they
 * were sent, the newest first. Only the session that made them can read them.
 */
export async function readOwnBookings(userId: string): Promise<WaitingRecord[]> {
  const copy = await readSealed(userId, copyName, z.array(z.unknown()));
  const since = new Date(Date.now() - keptForMs).toISOString();
  return (copy?.value ?? [])
    .flatMap((stored) => readWaitingRecord(stored) ?? [])
    .filter(({ madeAt }) => madeAt > since)
    .toSorted((one, other) => other.madeAt.localeCompare(one.madeAt));
}

/** Keeps a booking that the server has just received, so that its ticket is printed again here. */
export const keepOwnBooking = (userId: string, record: WaitingRecord): Promise<boolean> =>
  withLock(`hanya own bookings ${userId}`, maxHoldMs, async () => {
    const others = (await readOwnBookings(userId)).filter(({ _id }) => _id !== record._id);
    return keepSealed(userId, copyName, [record, ...others].slice(0, mostKept));
  });
