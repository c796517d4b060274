import { setTimeout as sleep } from 'node:timers/promises';

const day = 86_400_000;
/** Lagos is an hour ahead of UTC all year. */
const ahead = 3_600_000;
/** Longer than any test takes from the moment at which it says which day it is. Milliseconds. */
const margin = 20_000;

/** Waits for the new day in Lagos when this one is about to end, so that a test sees one day only. */
export async function awayFromMidnight(now = Date.now()): Promise<void> {
  const left = day - ((now + ahead) % day);
  if (left < margin) await sleep(left + 100);
}
