import { noteKept } from '#web/api/waiting.ts';
import { deviceKeys } from '#web/device/device-store.ts';
import { within } from '#web/device/within.ts';
import { fetchWaitingRows } from '#web/records/lazy-waiting-rows.tsx';

/** A device that is stuck holds no screen up for longer. Milliseconds. */
const longestRead = 3_000;

/** Reads what waits on the device for a user, so that the first frame shows it. Never rejects. */
export async function noteWhatWaits(userId: string): Promise<void> {
  await within(longestRead, read(userId)).catch(() => undefined);
}

async function read(userId: string): Promise<void> {
  const { length } = await deviceKeys(userId, 'waiting ');
  if (length === 0) return;
  noteKept(length);
  const rows = await fetchWaitingRows();
  await rows?.readAhead(userId);
}
